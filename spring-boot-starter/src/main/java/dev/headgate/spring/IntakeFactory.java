package dev.headgate.spring;

import dev.headgate.kafka.Intake;
import dev.headgate.kafka.IntakeBuilder;
import dev.headgate.kafka.Retry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;

/** Makes an intake of what properties, handler and customizers say. */
final class IntakeFactory {
    private final HeadgateProperties properties;
    private final HandlerMethods handlers;
    private final Decoders decoders;
    private final KafkaConnection connection;
    private final List<IntakeCustomizer> customizers;
    private final BeanFactory beans;

    IntakeFactory(
            HeadgateProperties properties,
            HandlerMethods handlers,
            Decoders decoders,
            KafkaConnection connection,
            List<IntakeCustomizer> customizers,
            BeanFactory beans) {
        this.properties = properties;
        this.handlers = handlers;
        this.decoders = decoders;
        this.connection = connection;
        this.customizers = List.copyOf(customizers);
        this.beans = beans;
    }

    /**
     * A new intake, not started.
     *
     * @throws HeadgateConfigurationException if what is said of it cannot be
     */
    Intake<?, ?> make(Member member) {
        HeadgateProperties.IntakeProperties said =
                Objects.requireNonNull(properties.intakes().get(member.intake()));
        HandlerMethod handler = handlers.of(member.intake());
        Invocation invocation = new Invocation(handler, () -> beans.getBean(handler.beanName()));
        try {
            return build(member, said, handler, invocation);
        } catch (IllegalArgumentException e) {
            throw new HeadgateConfigurationException(
                    member.property() + " cannot work: " + e.getMessage() + ".",
                    "Correct the value under " + member.property() + ".",
                    e);
        }
    }

    private Intake<?, ?> build(
            Member member, HeadgateProperties.IntakeProperties said, HandlerMethod handler, Invocation invocation) {
        IntakeBuilder<Object, Object> builder = Intake.of(member.name(), kafka(member, said));
        topics(member, said, builder);
        builder.keys(decoder(member, "key-deserializer", said.keyDeserializer(), handler.key()))
                .values(decoder(member, "value-deserializer", said.valueDeserializer(), handler.value()))
                .ordering(said.ordering())
                .inFlight(said.inFlight())
                .drainOnRevoke(said.drainOnRevoke())
                .retry(retry(said.retry()));
        failures(member, said, builder);
        if (said.notBefore() != null) {
            builder.notBefore(said.notBefore());
        }
        if (said.latestPerKey()) {
            builder.latestPerKey();
        }
        customizers.forEach(customizer -> customizer.customize(member.intake(), builder));
        return invocation.build(builder, batches(member, said, handler));
    }

    /** A deserialiser is of whatever types the handler's signature has; nothing checks that the two agree but the handler's call. */
    @SuppressWarnings("unchecked")
    private Deserializer<Object> decoder(
            Member member, String property, @Nullable String bean, java.lang.reflect.Type type) {
        return (Deserializer<Object>) decoders.find(member.property() + "." + property, bean, type);
    }

    private static void topics(
            Member member, HeadgateProperties.IntakeProperties said, IntakeBuilder<Object, Object> builder) {
        String pattern = said.topicPattern();
        if (said.topics().isEmpty() == (pattern == null)) {
            throw new HeadgateConfigurationException(
                    member.property()
                            + (pattern == null
                                    ? " says no topics."
                                    : " says both topics " + said.topics() + " and topic-pattern '" + pattern + "'."),
                    pattern == null
                            ? "Set " + member.property()
                                    + ".topics to the topics to read, or .topic-pattern to a regular expression."
                            : "Leave one of them.");
        }
        if (pattern == null) {
            builder.topics(said.topics());
            return;
        }
        try {
            builder.topics(Pattern.compile(pattern));
        } catch (PatternSyntaxException e) {
            throw new HeadgateConfigurationException(
                    member.property() + ".topic-pattern is no regular expression: " + e.getMessage(), "Correct it.", e);
        }
    }

    private void failures(
            Member member, HeadgateProperties.IntakeProperties said, IntakeBuilder<Object, Object> builder) {
        String dead = said.deadLetters();
        if (dead != null && said.dropExhausted()) {
            throw new HeadgateConfigurationException(
                    member.property() + " says both dead-letters '" + dead + "' and drop-exhausted.",
                    "Leave one of them: a record whose attempts are used up goes to the dead letters, or is dropped.");
        }
        if (dead != null) {
            builder.deadLetters(dead, connection.producer());
        } else if (said.dropExhausted()) {
            builder.dropExhausted();
        }
    }

    private static Retry retry(HeadgateProperties.RetryProperties said) {
        return new Retry(said.first(), said.max(), said.jitter(), said.attempts());
    }

    private static HeadgateProperties.BatchProperties batches(
            Member member, HeadgateProperties.IntakeProperties said, HandlerMethod handler) {
        HeadgateProperties.BatchProperties batches = said.batch();
        if (batches != null && handler.form() != HandlerMethod.Form.BATCH) {
            throw new HeadgateConfigurationException(
                    member.property() + ".batch is set, but its handler takes one record at a time: " + handler.place()
                            + ".",
                    "Let the method take a Batch<K, V>, or remove " + member.property() + ".batch.");
        }
        return batches == null ? HeadgateProperties.BatchProperties.DEFAULTS : batches;
    }

    private Map<String, Object> kafka(Member member, HeadgateProperties.IntakeProperties said) {
        Map<String, Object> kafka = new HashMap<>(connection.consumer());
        kafka.putAll(properties.kafka().properties());
        kafka.putAll(said.properties());
        String group = said.group();
        if (group != null) {
            kafka.put(ConsumerConfig.GROUP_ID_CONFIG, group);
        } else {
            kafka.putIfAbsent(ConsumerConfig.GROUP_ID_CONFIG, member.intake());
        }
        if (member.number() > 0) {
            for (String each : List.of(ConsumerConfig.GROUP_INSTANCE_ID_CONFIG, CommonClientConfigs.CLIENT_ID_CONFIG)) {
                kafka.computeIfPresent(each, (property, value) -> value + "-" + member.number());
            }
        }
        return kafka;
    }

    /**
     * Checks that each annotated method has properties, and can be called.
     *
     * @throws HeadgateConfigurationException otherwise
     */
    void check() {
        for (HandlerMethod handler : handlers.methods()) {
            if (!properties.intakes().containsKey(handler.intake())) {
                throw new HeadgateConfigurationException(
                        "@IntakeHandler(\"" + handler.intake() + "\") is on " + handler.place()
                                + ", but there is no headgate.intakes." + handler.intake() + ".",
                        "Set headgate.intakes." + handler.intake() + ".topics to the topics that it shall read"
                                + (properties.intakes().isEmpty()
                                        ? "."
                                        : ", or name one of the intakes that there are: "
                                                + String.join(
                                                        ", ",
                                                        properties.intakes().keySet()) + "."));
            }
            new Invocation(handler, () -> beans.getBean(handler.beanName())).check();
        }
    }
}
