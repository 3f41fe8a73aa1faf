package dev.headgate.systems.hotelads;

import dev.headgate.kafka.Ordering;
import java.util.Map;
import java.util.Objects;

/**
 * How prices are handled.
 *
 * @param inFlight how many are handled at once
 * @param offersCapacity slots of the gate offers-grpc
 * @param adsCapacity slots of the gate ads-http
 * @param ordering which prices may be handled at the same time
 * @param delay how to be sure that the upstream is finished with a price
 * @param latestPerKey whether a newer price of a hotel replaces an older one that has not been started
 * @param consumerProperties properties for the Kafka consumer, under Kafka's own names
 */
public record Pipeline(
        int inFlight,
        int offersCapacity,
        int adsCapacity,
        Ordering ordering,
        Delay delay,
        boolean latestPerKey,
        Map<String, String> consumerProperties) {
    public Pipeline {
        slots("in-flight", inFlight);
        slots("offers-grpc", offersCapacity);
        slots("ads-http", adsCapacity);
        Objects.requireNonNull(ordering, "ordering");
        Objects.requireNonNull(delay, "delay");
        consumerProperties = Map.copyOf(consumerProperties);
    }

    private static void slots(String gate, int capacity) {
        if (capacity < 1 || capacity > 1_000_000) {
            throw new IllegalArgumentException(
                    "the capacity of " + gate + " must lie between 1 and 1000000, but is " + capacity);
        }
    }
}
