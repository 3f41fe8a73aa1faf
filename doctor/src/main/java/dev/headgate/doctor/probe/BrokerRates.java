package dev.headgate.doctor.probe;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a broker did between two looks.
 *
 * @param seconds from look to look
 * @param messages messages that producers sent
 * @param messagesPerSecond the same per second
 * @param conversionsPerSecond messages/s whose batches the broker wrote anew before it stored them
 * @param fetchConversionsPerSecond messages/s that it converted back for consumers
 * @param conversionsByTopic messages/s written anew, of topics that had any
 * @param producePerSecond Produce requests/s by version, of versions that were used
 * @param handlers the request handlers
 * @param cores processor time of the broker's JVM per time: how many cores it used
 * @param processors how many it may use
 */
public record BrokerRates(
        double seconds,
        long messages,
        double messagesPerSecond,
        double conversionsPerSecond,
        double fetchConversionsPerSecond,
        Map<String, Double> conversionsByTopic,
        Map<Integer, Double> producePerSecond,
        RequestHandlers handlers,
        double cores,
        int processors) {

    /** The first version of Produce whose batches have today's format (message format 2, of Kafka 0.11). */
    static final int MODERN = 3;

    /** Copies the maps. */
    public BrokerRates {
        conversionsByTopic = Map.copyOf(conversionsByTopic);
        producePerSecond = Map.copyOf(producePerSecond);
    }

    /** Processor seconds of the broker per million messages that were sent to it; NaN when none was. */
    public double cpuSecondsPerMillion() {
        return messagesPerSecond == 0 ? Double.NaN : cores / messagesPerSecond * 1e6;
    }

    /** Produce requests/s of versions whose batches cannot be stored as they are. */
    public double oldProducePerSecond() {
        return sum(true);
    }

    /** Produce requests/s of versions whose batches can be stored as they are. */
    public double modernProducePerSecond() {
        return sum(false);
    }

    private double sum(boolean old) {
        return producePerSecond.entrySet().stream()
                .filter(entry -> entry.getKey() < MODERN == old)
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }

    /** Of two readings of which no counter went back. */
    static BrokerRates between(BrokerReading first, BrokerReading second) {
        double seconds = (second.atNanos() - first.atNanos()) / 1e9;
        Map<Integer, Double> produce = new TreeMap<>();
        second.requests().forEach((api, count) -> {
            long more = count - first.requests().getOrDefault(api, 0L);
            if (api.name().equals(BrokerReading.PRODUCE) && more > 0) {
                produce.put(api.version(), more / seconds);
            }
        });
        Map<String, Double> topics = new HashMap<>();
        second.conversionsByTopic().forEach((topic, count) -> {
            // A topic that was deleted and made again begins anew; the broker's own counters go on.
            long more = count - first.conversionsByTopic().getOrDefault(topic, 0L);
            if (more > 0) {
                topics.put(topic, more / seconds);
            }
        });
        return new BrokerRates(
                seconds,
                second.messages() - first.messages(),
                (second.messages() - first.messages()) / seconds,
                (second.produceConversions() - first.produceConversions()) / seconds,
                (second.fetchConversions() - first.fetchConversions()) / seconds,
                topics,
                produce,
                RequestHandlers.between(first, second),
                (second.cpu().usedNanos() - first.cpu().usedNanos()) / 1e9 / seconds,
                second.cpu().processors());
    }

    /** Whether the broker was started anew between the looks, or a counter says less than before: then there are no rates. */
    static boolean wentBack(BrokerReading first, BrokerReading second) {
        return second.startedMillis() != first.startedMillis()
                || second.messages() < first.messages()
                || second.produceConversions() < first.produceConversions()
                || second.fetchConversions() < first.fetchConversions()
                || second.handlers().idleNanos() < first.handlers().idleNanos()
                || second.cpu().usedNanos() < first.cpu().usedNanos()
                || first.requests().entrySet().stream()
                        .anyMatch(entry -> second.requests().getOrDefault(entry.getKey(), 0L) < entry.getValue());
    }
}
