package dev.headgate.spring;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/**
 * What {@code spring.kafka} says, where Spring Boot's own support for Kafka is not there to read it: {@code bootstrap-servers}, {@code security.protocol} and
 * {@code properties}, for all clients and for consumers, and {@code consumer.auto-offset-reset}. Like Spring Boot, it looks for Kafka at
 * localhost:9092 if nothing is said.
 */
final class PlainKafkaConnection implements KafkaConnection {
    private static final String PREFIX = "spring.kafka.";
    private final Binder binder;

    PlainKafkaConnection(Environment environment) {
        this.binder = Binder.get(environment);
    }

    @Override
    public Map<String, Object> consumer() {
        Map<String, Object> properties = new HashMap<>();
        properties.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, List.of("localhost:9092"));
        common("", properties);
        common("consumer.", properties);
        binder.bind(PREFIX + "consumer.auto-offset-reset", String.class)
                .ifBound(reset -> properties.put(ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, reset));
        return properties;
    }

    private void common(String part, Map<String, Object> into) {
        binder.bind(PREFIX + part + "bootstrap-servers", Bindable.listOf(String.class))
                .ifBound(servers -> into.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, servers));
        binder.bind(PREFIX + part + "security.protocol", String.class)
                .ifBound(protocol -> into.put(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG, protocol));
        binder.bind(PREFIX + part + "properties", Bindable.mapOf(String.class, String.class))
                .ifBound(into::putAll);
    }

    @Override
    public Map<String, Object> producer() {
        return new HashMap<>();
    }
}
