package dev.headgate.spring;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** With Boot's health: {@code headgate}, and {@code headgateReadiness} for the readiness group. */
@AutoConfiguration(after = HeadgateAutoConfiguration.class)
@ConditionalOnClass({HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class})
public final class HeadgateHealthAutoConfiguration {

    HeadgateHealthAutoConfiguration() {}

    /** Apart, for the condition itself is a class that may not be there. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnEnabledHealthIndicator("headgate")
    static class Indicators {
        @Bean
        @ConditionalOnMissingBean(name = "headgateHealthIndicator")
        HealthIndicator headgateHealthIndicator(Intakes intakes) {
            return HeadgateHealth.liveness(intakes);
        }

        @Bean
        @ConditionalOnMissingBean(name = "headgateReadinessHealthIndicator")
        HealthIndicator headgateReadinessHealthIndicator(Intakes intakes) {
            return HeadgateHealth.readiness(intakes);
        }
    }
}
