package dev.headgate.doctor.probe;

import dev.headgate.doctor.probe.BrokerReading.Api;
import java.util.HashMap;
import java.util.Map;

/** A made-up broker, whose meters a test moves and reads. Its handlers are idle unless told otherwise. */
final class Broker {

    private static final double QUEUE_WAIT_MILLIS = 2;

    private final Map<Api, Long> requests = new HashMap<>();
    private final Map<String, Long> topics = new HashMap<>();
    private String version = "4.4.0";
    private int pools = 1;
    private long startedMillis = 1_000;
    private long nanos = 5_000_000_000L;
    private long idleNanos;
    private long cpuNanos;
    private double queueWaitMillis;
    private long messages;
    private long conversions;
    private long fetchConversions;

    Broker() {
        // What happened before a test looks must not count.
        produced(0, 77);
        produced(9, 99);
        stored(123_456);
        converted("before", 1_000);
    }

    Broker version(String version) {
        this.version = version;
        return this;
    }

    /** How many pools it says that there are; 0: it does not. */
    Broker pools(int pools) {
        this.pools = pools;
        return this;
    }

    /** Produce requests of a version; each waited for 2 ms. */
    Broker produced(int version, long count) {
        requests.merge(new Api("Produce", version), count, Long::sum);
        queueWaitMillis += QUEUE_WAIT_MILLIS * count;
        return this;
    }

    Broker fetched(int version, long count) {
        requests.merge(new Api("Fetch", version), count, Long::sum);
        return this;
    }

    Broker stored(long count) {
        messages += count;
        return this;
    }

    Broker converted(String topic, long count) {
        topics.merge(topic, count, Long::sum);
        conversions += count;
        return this;
    }

    Broker convertedBack(long count) {
        fetchConversions += count;
        return this;
    }

    Broker recreated(String topic) {
        topics.remove(topic);
        return this;
    }

    /** Time passes; {@code idle} is the share for which handlers idle, summed up over the pools. */
    Broker passed(double seconds, double idle, double cores) {
        nanos += (long) (seconds * 1e9);
        idleNanos += (long) (idle * seconds * 1e9);
        cpuNanos += (long) (cores * seconds * 1e9);
        return this;
    }

    /** All counters at zero, and counted up from there to more than before. */
    Broker startedAnew() {
        startedMillis += 60_000;
        return this;
    }

    /** Counters at zero without a new start. */
    Broker lostItsCounters() {
        requests.clear();
        messages = 0;
        conversions = 0;
        return this;
    }

    BrokerReading read() {
        return new BrokerReading(
                nanos,
                startedMillis,
                version,
                new BrokerReading.Handlers(idleNanos, pools, 4),
                3,
                queueWaitMillis,
                new BrokerReading.CpuTime(cpuNanos, 2),
                messages,
                conversions,
                fetchConversions,
                topics,
                requests);
    }
}
