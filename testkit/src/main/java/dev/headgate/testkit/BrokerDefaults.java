package dev.headgate.testkit;

import java.util.HashMap;
import java.util.Map;

/** Broker properties that make a cluster of a test small and quick; a test's own properties come after them. */
final class BrokerDefaults {

    private BrokerDefaults() {}

    static Map<String, String> of(int brokers) {
        String replication = String.valueOf(Math.min(3, brokers));
        Map<String, String> p = new HashMap<>();
        p.put("default.replication.factor", replication);
        p.put("min.insync.replicas", "1");
        p.put("auto.create.topics.enable", "false");
        p.put("offsets.topic.replication.factor", replication);
        p.put("offsets.topic.num.partitions", "4");
        p.put("transaction.state.log.replication.factor", replication);
        p.put("transaction.state.log.min.isr", "1");
        p.put("transaction.state.log.num.partitions", "4");
        p.put("share.coordinator.state.topic.replication.factor", replication);
        p.put("share.coordinator.state.topic.min.isr", "1");
        p.put("share.coordinator.state.topic.num.partitions", "4");
        // Groups form at once, and a test may ask for sessions shorter than production allows.
        p.put("group.initial.rebalance.delay.ms", "0");
        p.put("group.min.session.timeout.ms", "500");
        p.put("group.consumer.min.heartbeat.interval.ms", "100");
        p.put("group.consumer.heartbeat.interval.ms", "500");
        p.put("group.consumer.min.session.timeout.ms", "500");
        if (brokers > 1) {
            // A broker's old session must end before it may come back, and it leaves at a heartbeat: 9 s and 2 s by
            // default.
            p.put("broker.session.timeout.ms", "3000");
            p.put("broker.heartbeat.interval.ms", "250");
        }
        // Memory and threads: the defaults are for a machine of its own.
        p.put("log.cleaner.dedupe.buffer.size", "2097152");
        p.put("log.index.size.max.bytes", "1048576");
        p.put("num.network.threads", "2");
        p.put("num.io.threads", "4");
        p.put("background.threads", "2");
        p.put("num.recovery.threads.per.data.dir", "1");
        return p;
    }
}
