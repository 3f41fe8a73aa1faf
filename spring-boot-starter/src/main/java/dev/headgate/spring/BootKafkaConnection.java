package dev.headgate.spring;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.config.SslConfigs;
import org.springframework.boot.kafka.autoconfigure.KafkaConnectionDetails;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.boot.kafka.autoconfigure.SslBundleSslEngineFactory;
import org.springframework.boot.ssl.SslBundle;

/** All that {@code spring.kafka} says of consumers, read by Spring Boot, and the connection that a container or a platform provides. */
final class BootKafkaConnection implements KafkaConnection {
    private final KafkaProperties properties;
    private final KafkaConnectionDetails details;

    BootKafkaConnection(KafkaProperties properties, KafkaConnectionDetails details) {
        this.properties = properties;
        this.details = details;
    }

    @Override
    public Map<String, Object> consumer() {
        Map<String, Object> consumer = properties.buildConsumerProperties();
        // Said by each intake itself.
        consumer.remove(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG);
        consumer.remove(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG);
        consumer.remove(CommonClientConfigs.CLIENT_ID_CONFIG);
        consumer.remove(ConsumerConfig.GROUP_ID_CONFIG);
        consumer.putAll(connection(details.getConsumer()));
        return consumer;
    }

    @Override
    public Map<String, Object> producer() {
        return connection(details.getProducer());
    }

    private static Map<String, Object> connection(KafkaConnectionDetails.Configuration details) {
        Map<String, Object> connection = new HashMap<>();
        connection.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, details.getBootstrapServers());
        String protocol = details.getSecurityProtocol();
        if (protocol != null && !protocol.isEmpty()) {
            connection.put(CommonClientConfigs.SECURITY_PROTOCOL_CONFIG, protocol);
        }
        SslBundle bundle = details.getSslBundle();
        if (bundle != null) {
            connection.put(SslConfigs.SSL_ENGINE_FACTORY_CLASS_CONFIG, SslBundleSslEngineFactory.class);
            connection.put(SslBundle.class.getName(), bundle);
        }
        return connection;
    }
}
