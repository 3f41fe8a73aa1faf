package dev.headgate.bench;

import dev.headgate.kafka.Intake;
import dev.headgate.kafka.Ordering;
import java.time.Duration;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** The intake, as a user would set it up: nothing but the number in flight and the order differs from its defaults. */
final class HeadgateReader implements Reader {
    private final Intake<byte[], byte[]> intake;

    HeadgateReader(ArmTask task, Work work) {
        intake = Intake.<byte[], byte[]>of("bench", task.consumerProperties())
                .topics(task.topic())
                .keys(new ByteArrayDeserializer())
                .values(new ByteArrayDeserializer())
                .ordering(task.byKey() ? Ordering.BY_KEY : Ordering.UNORDERED)
                .inFlight(task.inFlight())
                .commitEvery(Duration.ofMillis(ArmTask.COMMIT_MILLIS))
                .handle(delivery -> work.handle(delivery.partition(), delivery.offset()));
    }

    Intake<byte[], byte[]> intake() {
        return intake;
    }

    @Override
    public void start() {
        intake.start();
    }

    @Override
    public void close() {
        intake.close(Duration.ofSeconds(5));
    }
}
