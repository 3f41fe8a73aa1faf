package dev.headgate.bench;

import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;

/**
 * Starts a virtual thread per record under a semaphore, tracks nothing and commits nothing: what the machine gives when
 * nothing is promised.
 */
final class VirtualThreadReader implements Reader, PollLoop.Body {
    private final Work work;
    private final PollLoop loop;
    private final Semaphore slots;
    private final ThreadFactory threads = Thread.ofVirtual().factory();

    VirtualThreadReader(ArmTask task, Work work) {
        this.work = work;
        this.loop = new PollLoop(task, this);
        this.slots = new Semaphore(task.inFlight());
    }

    @Override
    public void start() {
        loop.start();
    }

    @Override
    public void close() throws InterruptedException {
        loop.close();
    }

    @Override
    public void records(Consumer<byte[], byte[]> consumer, ConsumerRecords<byte[], byte[]> records)
            throws InterruptedException {
        for (ConsumerRecord<byte[], byte[]> record : records) {
            slots.acquire();
            threads.newThread(() -> run(record)).start();
        }
    }

    private void run(ConsumerRecord<byte[], byte[]> record) {
        try {
            work.handle(record.partition(), record.offset());
        } finally {
            slots.release();
        }
    }

    @Override
    public void end(Consumer<byte[], byte[]> consumer) {}
}
