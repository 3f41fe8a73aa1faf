package dev.headgate.bench;

import java.time.Duration;
import java.util.List;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/** The loop of both bare arms: one thread polls and hands each batch on until it is closed. */
final class PollLoop {
    private static final Duration POLL = Duration.ofMillis(100);

    /** What happens on the polling thread to each batch, empty ones too, and once more at the end. */
    interface Body {
        void records(Consumer<byte[], byte[]> consumer, ConsumerRecords<byte[], byte[]> records)
                throws InterruptedException;

        /** Called on the polling thread after the last batch, before the consumer is closed. */
        void end(Consumer<byte[], byte[]> consumer);
    }

    private final ArmTask task;
    private final Body body;
    private final Thread thread;
    private volatile boolean closing;

    PollLoop(ArmTask task, Body body) {
        this.task = task;
        this.body = body;
        this.thread = Thread.ofPlatform().name("poll-loop").daemon().unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /** Ends the loop at the next batch; waits for up to 5 s. */
    void close() throws InterruptedException {
        closing = true;
        thread.join(Duration.ofSeconds(5));
    }

    private void run() {
        try (Consumer<byte[], byte[]> consumer = new KafkaConsumer<>(task.consumerProperties())) {
            consumer.subscribe(List.of(task.topic()));
            while (!closing) {
                body.records(consumer, consumer.poll(POLL));
            }
            body.end(consumer);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    boolean closing() {
        return closing;
    }
}
