package dev.headgate.doctor.probe;

import java.util.Map;

/**
 * One look at a broker's meters. Counts run from the start of the broker.
 *
 * @param atNanos monotonic time of the look, in ns
 * @param startedMillis when the broker's JVM was started, in ms since 1970
 * @param version the broker's, such as {@code 3.9.1}; empty when it does not say
 * @param handlers its request handlers
 * @param queued requests that waited for a handler at the moment of the look. On a node that is broker and controller in one, it is
 *     the controller's queue that this meter shows
 * @param queueWaitMillis how long all requests that have ended had waited for a handler, summed up, in ms; each was rounded to whole ms
 * @param cpu what the broker's JVM used
 * @param messages messages that producers sent
 * @param produceConversions messages whose batches the broker wrote anew before it stored them
 * @param fetchConversions messages that it converted back for consumers
 * @param conversionsByTopic {@code produceConversions} by topic
 * @param requests requests that have ended
 */
public record BrokerReading(
        long atNanos,
        long startedMillis,
        String version,
        Handlers handlers,
        int queued,
        double queueWaitMillis,
        CpuTime cpu,
        long messages,
        long produceConversions,
        long fetchConversions,
        Map<String, Long> conversionsByTopic,
        Map<Api, Long> requests) {

    /** The name under which producers' requests are counted. */
    static final String PRODUCE = "Produce";

    /**
     * A kind of request.
     *
     * @param name Kafka's, such as {@code Produce}
     * @param version of its form, as the client chose it
     */
    public record Api(String name, int version) {}

    /**
     * The pool of request handlers.
     *
     * @param idleNanos idle time in ns, averaged over the threads of a pool and summed up over the pools
     * @param pools how many pools book their idle time there: 2 on a node before 4.2 that is broker and controller in one
     * @param threads of the broker's pool; 0 when not known
     */
    public record Handlers(long idleNanos, int pools, int threads) {}

    /**
     * Processor time.
     *
     * @param usedNanos by all threads, in ns
     * @param processors that the JVM may use
     */
    public record CpuTime(long usedNanos, int processors) {}

    /** Copies the maps. */
    public BrokerReading {
        conversionsByTopic = Map.copyOf(conversionsByTopic);
        requests = Map.copyOf(requests);
    }
}
