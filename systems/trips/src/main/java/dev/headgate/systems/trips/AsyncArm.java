package dev.headgate.systems.trips;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends the event and does not wait, as in the story. Its faults are the story's: an event is lost when the process ends before it is sent, and
 * when Kafka is away for longer than the delivery timeout; and while the producer's buffer is full, the rider waits in {@code send}.
 */
final class AsyncArm implements SideEffects {
    private static final Logger log = LoggerFactory.getLogger(AsyncArm.class);

    private final Producer<String, byte[]> producer;
    private final RideCodec codec;
    private final Counter failed;

    AsyncArm(Producer<String, byte[]> producer, RideCodec codec, MeterRegistry meters) {
        this.producer = producer;
        this.codec = codec;
        this.failed = Counter.builder("trips.events.failed")
                .description("Events that the producer gave up")
                .register(meters);
    }

    @Override
    public void after(RideCompleted ride) {
        var unused = producer.send(
                new ProducerRecord<>(RideCompleted.TOPIC, ride.key(), codec.toBytes(ride)), (metadata, failure) -> {
                    if (failure != null) {
                        failed.increment();
                        log.debug("The event of trip {} is lost", ride.tripId(), failure);
                    }
                });
    }
}
