package dev.headgate.spring;

import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** With Micrometer: meters of gates and intakes, and HikariCP's pools shown as gates by theirs. */
@AutoConfiguration(
        after = HeadgateAutoConfiguration.class,
        afterName = {
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration"
        })
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean(MeterRegistry.class)
public final class HeadgateMetricsAutoConfiguration {

    HeadgateMetricsAutoConfiguration() {}

    @Bean
    MeterBinder headgateMeters(Intakes intakes, ListableBeanFactory beans) {
        return new HeadgateMeters(intakes, beans);
    }

    /** With HikariCP. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(HikariDataSource.class)
    static class Hikari {
        @Bean
        HikariPools headgateHikariPools(ListableBeanFactory beans, MeterRegistry meters) {
            return new HikariPools(beans, meters);
        }
    }
}
