package dev.headgate.spring;

import dev.headgate.kafka.Ordering;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What an application says of its gates and intakes.
 *
 * @param gates gates by name; each is a bean of that name
 * @param intakes intakes by name; each needs a method with {@code @IntakeHandler("<name>")}
 * @param kafka Kafka clients of all intakes
 * @param watch how the doctor looks at gates
 */
@ConfigurationProperties("headgate")
record HeadgateProperties(
        @DefaultValue Map<String, GateProperties> gates,
        @DefaultValue Map<String, IntakeProperties> intakes,
        @DefaultValue KafkaProperties kafka,
        @DefaultValue WatchProperties watch) {

    /**
     * One gate.
     *
     * @param capacity number of slots, 1 or more
     */
    record GateProperties(@Nullable Integer capacity) {}

    /**
     * One intake, or several of one group in this process.
     *
     * @param topics topics to read
     * @param topicPattern regular expression that the whole name of a topic must match, instead of topics
     * @param group consumer group; the intake's name unless told otherwise
     * @param members number of intakes of the group in this process, each with a Kafka consumer of its own. With more than one they are named
     *     {@code <name>-1}, {@code <name>-2}, ...
     * @param inFlight number of records, or batches, that each member may handle at once
     * @param ordering which records may be handled at the same time
     * @param retry when and how often a failed record is tried again
     * @param deadLetters topic for records whose attempts are used up; without it, and without drop-exhausted, such a record stops the intake
     * @param dropExhausted whether records whose attempts are used up are dropped and counted
     * @param batch size and patience of batches, for a handler that takes a Batch
     * @param notBefore how long each record is held after its Kafka timestamp before it may start
     * @param latestPerKey whether a record that is not being handled when a newer one of its key arrives is dropped
     * @param drainOnRevoke how long running handlers may go on when their partition is taken away
     * @param keyDeserializer name of a Deserializer bean for keys; chosen by the handler's types unless told otherwise
     * @param valueDeserializer name of a Deserializer bean for values; chosen by the handler's types unless told otherwise
     * @param properties further properties of the Kafka consumer, under Kafka's own names
     * @param autoStart whether the intake starts with the application
     */
    record IntakeProperties(
            @DefaultValue List<String> topics,
            @Nullable String topicPattern,
            @Nullable String group,
            @DefaultValue("1") int members,
            @DefaultValue("256") int inFlight,
            @DefaultValue("unordered") Ordering ordering,
            @DefaultValue RetryProperties retry,
            @Nullable String deadLetters,
            @DefaultValue("false") boolean dropExhausted,
            @Nullable BatchProperties batch,
            @Nullable Duration notBefore,
            @DefaultValue("false") boolean latestPerKey,
            @DefaultValue("10s") Duration drainOnRevoke,
            @Nullable String keyDeserializer,
            @Nullable String valueDeserializer,
            @DefaultValue Map<String, String> properties,
            @DefaultValue("true") boolean autoStart) {}

    /**
     * When and how often a failed record is tried again.
     *
     * @param first delay after the first failure; each further one is twice as long
     * @param max longest delay
     * @param attempts number of attempts a record gets in all, the first included
     * @param jitter share, 0 to 1, by which delays are spread at random
     */
    record RetryProperties(
            @DefaultValue("100ms") Duration first,
            @DefaultValue("30s") Duration max,
            @DefaultValue("5") int attempts,
            @DefaultValue("0.2") double jitter) {}

    /**
     * Batches.
     *
     * @param size most records in a batch
     * @param linger longest wait of a batch that is not full
     */
    record BatchProperties(
            @DefaultValue("100") int size,
            @DefaultValue("20ms") Duration linger) {

        /** What holds where nothing is said. */
        static final BatchProperties DEFAULTS = new BatchProperties(100, Duration.ofMillis(20));
    }

    /**
     * Kafka clients.
     *
     * @param properties properties of the Kafka consumers of all intakes, under Kafka's own names; they win over spring.kafka
     */
    record KafkaProperties(@DefaultValue Map<String, String> properties) {}

    /**
     * How the doctor looks at gates.
     *
     * @param enabled whether it does
     * @param every time between two looks
     * @param window how far back a verdict looks
     * @param logChanges whether it is logged when what binds changes
     */
    record WatchProperties(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("200ms") Duration every,
            @DefaultValue("60s") Duration window,
            @DefaultValue("true") boolean logChanges) {}
}
