package dev.headgate.kafka;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * The consumer's and the producer's final properties: the user's, checked for what an intake cannot work with, and completed by
 * what an intake needs.
 */
final class Configuration {
    private static final List<String> CONNECTION_PREFIXES = List.of("security.", "sasl.", "ssl.");
    private static final Set<String> CONNECTION = Set.of(
            CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG,
            CommonClientConfigs.CLIENT_DNS_LOOKUP_CONFIG,
            CommonClientConfigs.CLIENT_RACK_CONFIG,
            CommonClientConfigs.CONNECTIONS_MAX_IDLE_MS_CONFIG);

    private Configuration() {}

    /**
     * @throws IllegalArgumentException for the first setting that an intake cannot work with: which, its value, and what to do
     */
    static Map<String, Object> consumer(Settings<?, ?> settings) {
        Map<String, Object> given = settings.consumerProperties();
        String intake = settings.name();
        if (intake.isBlank()) {
            throw wrong(intake, "the name is blank; give the intake one, it names its threads and meters");
        }
        checkTopics(settings);
        if (settings.coding().keys() == null) {
            throw wrong(intake, "no deserialiser for keys; say keys(...), for instance new StringDeserializer()");
        }
        if (settings.coding().values() == null) {
            throw wrong(intake, "no deserialiser for values; say values(...), for instance new StringDeserializer()");
        }
        required(intake, given, ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG, "the brokers, as host:port");
        required(intake, given, ConsumerConfig.GROUP_ID_CONFIG, "the consumer group, for instance the service's name");
        if (isTrue(given.get(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG))) {
            throw property(
                    intake,
                    given,
                    ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                    "would commit records that are not completed; leave it out, the intake commits what is");
        }
        bytesOnly(intake, given, ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, "keys(...)");
        bytesOnly(intake, given, ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, "values(...)");
        checkSizes(settings);

        Map<String, Object> config = new HashMap<>(given);
        config.put(ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false);
        config.remove(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG);
        config.remove(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG);
        config.putIfAbsent(ConsumerConfig.CLIENT_ID_CONFIG, intake);
        config.putIfAbsent(ConsumerConfig.MAX_POLL_RECORDS_CONFIG, 2000);
        if (!consumerProtocol(given)) {
            config.putIfAbsent(
                    ConsumerConfig.PARTITION_ASSIGNMENT_STRATEGY_CONFIG, List.of(CooperativeStickyAssignor.class));
        }
        return config;
    }

    /** The producer of dead letters connects as the consumer does, and loses and doubles nothing. */
    static Map<String, Object> producer(Settings<?, ?> settings) {
        Map<String, Object> config = new HashMap<>();
        settings.consumerProperties().forEach((key, value) -> {
            if (CONNECTION.contains(key) || CONNECTION_PREFIXES.stream().anyMatch(key::startsWith)) {
                config.put(key, value);
            }
        });
        config.put(ProducerConfig.ACKS_CONFIG, "all");
        config.put(ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG, true);
        config.put(ProducerConfig.CLIENT_ID_CONFIG, settings.name() + "-dead-letters");
        config.putAll(settings.failures().producerProperties());
        return config;
    }

    /** The longest time that may pass between polls before Kafka takes the partitions away, in ms. */
    static long maxPollIntervalMillis(Map<String, Object> consumerConfig) {
        Object value = consumerConfig.get(ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG);
        return value == null ? 300_000 : Long.parseLong(value.toString().trim());
    }

    private static void checkTopics(Settings<?, ?> settings) {
        Subscription subscription = settings.subscription();
        String intake = settings.name();
        if (subscription == null) {
            throw wrong(intake, "no topics; say topics(\"a\", \"b\") or topics(Pattern.compile(\"a-.*\"))");
        }
        if (subscription instanceof Subscription.Names(List<String> topics)
                && (topics.isEmpty() || topics.stream().anyMatch(String::isBlank))) {
            throw wrong(intake, "topics(" + topics + ") names no topic, or a blank one; name at least one topic");
        }
        String dead = settings.failures().deadLetters();
        if (dead != null && subscription.reads(dead)) {
            throw wrong(
                    intake,
                    "deadLetters(\"" + dead + "\") is a topic that the intake itself reads (" + subscription
                            + "), so a dead letter would come round for ever; name another topic");
        }
    }

    private static void checkSizes(Settings<?, ?> settings) {
        Map<String, Object> given = settings.consumerProperties();
        Settings.Sizes sizes = settings.sizes();
        Long fetch = number(settings.name(), given, ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG);
        if (fetch != null && fetch > sizes.bufferBytes()) {
            throw property(
                    settings.name(),
                    given,
                    ConsumerConfig.MAX_PARTITION_FETCH_BYTES_CONFIG,
                    "is more than the whole buffer of %,d bytes; lower it, or raise buffer(records, bytes)"
                            .formatted(sizes.bufferBytes()));
        }
        if (settings.work() instanceof Work.Many<?, ?> many && many.maxSize() > sizes.bufferRecords()) {
            throw wrong(
                    settings.name(),
                    "batches of %,d records never fill from a buffer of %,d records a lane; raise buffer(records, bytes) or lower the batch size"
                            .formatted(many.maxSize(), sizes.bufferRecords()));
        }
        Long interval = number(settings.name(), given, ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG);
        long drain = settings.times().drainOnRevoke().toMillis();
        if (interval != null && interval <= drain) {
            throw property(
                    settings.name(),
                    given,
                    ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG,
                    ("is not more than drainOnRevoke, %,d ms, so a rebalance could take longer than Kafka waits for it;"
                                    + " raise it, or lower drainOnRevoke")
                            .formatted(drain));
        }
    }

    private static @Nullable Long number(String intake, Map<String, Object> given, String property) {
        Object value = given.get(property);
        if (value == null) {
            return null;
        }
        try {
            return Long.parseLong(value.toString().trim());
        } catch (NumberFormatException e) {
            throw property(intake, given, property, "is not a number; write digits alone");
        }
    }

    private static void required(String intake, Map<String, Object> given, String property, String what) {
        Object value = given.get(property);
        if (value == null || value.toString().isBlank()) {
            throw wrong(intake, "the consumer property " + property + " is missing; set it to " + what);
        }
    }

    private static void bytesOnly(String intake, Map<String, Object> given, String property, String instead) {
        Object value = given.get(property);
        if (value == null) {
            return;
        }
        String type = value instanceof Class<?> c ? c.getName() : value.toString();
        if (!type.equals(ByteArrayDeserializer.class.getName())) {
            throw property(
                    intake,
                    given,
                    property,
                    "would decode on the polling thread, where one bad record stops everything; leave it out and say "
                            + instead);
        }
    }

    private static boolean consumerProtocol(Map<String, Object> given) {
        @Nullable Object protocol = given.get(ConsumerConfig.GROUP_PROTOCOL_CONFIG);
        return protocol != null && protocol.toString().toLowerCase(Locale.ROOT).equals("consumer");
    }

    private static boolean isTrue(@Nullable Object value) {
        return value != null && Boolean.parseBoolean(value.toString().trim());
    }

    private static IllegalArgumentException property(
            String intake, Map<String, Object> given, String property, String what) {
        return wrong(intake, "the consumer property " + property + "=" + given.get(property) + " " + what);
    }

    private static IllegalArgumentException wrong(String intake, String what) {
        return new IllegalArgumentException("intake " + intake + ": " + what);
    }
}
