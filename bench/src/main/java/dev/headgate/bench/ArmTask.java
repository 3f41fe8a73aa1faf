package dev.headgate.bench;

import java.util.List;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/**
 * What one arm's JVM is asked to do; travels to it as JSON.
 *
 * @param topic         a topic that nobody writes to any more
 * @param endOffsets    for each of its partitions, the offset after the last record; the first is 0, without gaps
 * @param group         a consumer group that nobody has used
 * @param latencyMillis handler's latency, ms
 * @param target        the measured part ends after so many records
 * @param warmUpMillis  for an arm that does not get that far: its first so many ms do not count
 * @param windowMillis  for such an arm: how long after the warm-up the rate is taken, ms
 * @param drainMillis   how long an arm that got that far may go on to the end of the topic, ms
 * @param brokerPid     the broker's process, to tell its CPU from that of strangers
 */
record ArmTask(
        Arm arm,
        String bootstrap,
        String topic,
        List<Long> endOffsets,
        String group,
        int latencyMillis,
        int inFlight,
        boolean byKey,
        long target,
        long warmUpMillis,
        long windowMillis,
        long drainMillis,
        long brokerPid) {

    /** How often an arm commits, ms. */
    static final int COMMIT_MILLIS = 1_000;

    /** The same consumer for every arm. */
    Properties consumerProperties() {
        Properties properties = new Properties();
        properties.put(ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
        properties.put(ConsumerConfig.GROUP_ID_CONFIG, group);
        properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest");
        properties.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, "false");
        properties.put(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, "2000");
        properties.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName());
        properties.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class.getName());
        return properties;
    }
}
