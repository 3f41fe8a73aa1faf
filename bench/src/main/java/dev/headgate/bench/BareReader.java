package dev.headgate.bench;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Handles records one after another in the poll loop and commits what it has done once a second. When told to stop in
 * the middle of a batch it commits what it has handled of it, not the position.
 */
final class BareReader implements Reader, PollLoop.Body {
    private final Work work;
    private final PollLoop loop;
    private final Map<TopicPartition, OffsetAndMetadata> done = new HashMap<>();
    private long lastCommit = System.nanoTime();

    BareReader(ArmTask task, Work work) {
        this.work = work;
        this.loop = new PollLoop(task, this);
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
    public void records(Consumer<byte[], byte[]> consumer, ConsumerRecords<byte[], byte[]> records) {
        for (TopicPartition partition : records.partitions()) {
            long next = -1;
            for (ConsumerRecord<byte[], byte[]> record : records.records(partition)) {
                if (loop.closing()) {
                    break;
                }
                work.handle(record.partition(), record.offset());
                next = record.offset() + 1;
            }
            if (next >= 0) {
                done.put(partition, new OffsetAndMetadata(next));
            }
        }
        long now = System.nanoTime();
        if (now - lastCommit >= ArmTask.COMMIT_MILLIS * 1_000_000L) {
            consumer.commitAsync(Map.copyOf(done), null);
            lastCommit = now;
        }
    }

    @Override
    public void end(Consumer<byte[], byte[]> consumer) {
        consumer.commitSync(done);
    }
}
