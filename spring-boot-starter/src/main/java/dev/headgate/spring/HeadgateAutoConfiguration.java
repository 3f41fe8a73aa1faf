package dev.headgate.spring;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.kafka.autoconfigure.KafkaConnectionDetails;
import org.springframework.boot.kafka.autoconfigure.KafkaProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.env.Environment;
import tools.jackson.databind.json.JsonMapper;

/**
 * Gates, intakes and the watch over them. Needs nothing but the starter itself; what else an application has is taken in by the other
 * auto-configurations of this package.
 */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.kafka.autoconfigure.KafkaAutoConfiguration",
            "org.springframework.boot.jackson.autoconfigure.JacksonAutoConfiguration"
        })
@EnableConfigurationProperties(HeadgateProperties.class)
@Import(PropertyBeans.class)
public final class HeadgateAutoConfiguration {

    HeadgateAutoConfiguration() {}

    @Bean
    HandlerMethods headgateHandlerMethods(DefaultListableBeanFactory beans) {
        return new HandlerMethods(beans);
    }

    @Bean
    @ConditionalOnMissingBean
    KafkaConnection headgateKafkaConnection(Environment environment) {
        return new PlainKafkaConnection(environment);
    }

    @Bean
    IntakeFactory headgateIntakeFactory(
            HeadgateProperties properties,
            HandlerMethods handlers,
            ObjectProvider<Decoders.Json> json,
            KafkaConnection connection,
            ObjectProvider<IntakeCustomizer> customizers,
            DefaultListableBeanFactory beans) {
        Decoders.@Nullable Json reader = json.getIfAvailable();
        return new IntakeFactory(
                properties,
                handlers,
                new Decoders(beans, reader),
                connection,
                customizers.orderedStream().toList(),
                beans);
    }

    @Bean
    Intakes headgateIntakes(HeadgateProperties properties, IntakeFactory factory, DefaultListableBeanFactory beans) {
        return new Intakes(properties, factory, beans);
    }

    @Bean
    IntakeLifecycle headgateIntakeLifecycle(Intakes intakes, Environment environment) {
        Duration timeout = Binder.get(environment)
                .bind("spring.lifecycle.timeout-per-shutdown-phase", Duration.class)
                .orElse(Duration.ofSeconds(30));
        return new IntakeLifecycle(intakes, timeout);
    }

    @Bean
    GateWatch headgateGateWatch(HeadgateProperties properties, Intakes intakes, DefaultListableBeanFactory beans) {
        return new GateWatch(properties.watch(), intakes, beans);
    }

    @Bean
    TaskExecutors headgateTaskExecutors(DefaultListableBeanFactory beans) {
        return new TaskExecutors(beans);
    }

    /** With Spring Boot's own support for Kafka. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(KafkaConnectionDetails.class)
    static class BootKafka {

        @Bean
        @ConditionalOnBean({KafkaConnectionDetails.class, KafkaProperties.class})
        KafkaConnection headgateBootKafkaConnection(KafkaProperties properties, KafkaConnectionDetails details) {
            return new BootKafkaConnection(properties, details);
        }
    }

    /** With Jackson. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(JsonMapper.class)
    static class Jackson {

        @Bean
        Decoders.Json headgateJson(ObjectProvider<JsonMapper> mapper) {
            return new JsonDecoders(mapper.getIfAvailable(JsonMapper::shared));
        }
    }
}
