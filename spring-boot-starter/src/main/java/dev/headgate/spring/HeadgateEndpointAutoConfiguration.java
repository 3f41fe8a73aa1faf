package dev.headgate.spring;

import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/** With Actuator: the endpoint {@code headgate}. */
@AutoConfiguration(after = HeadgateAutoConfiguration.class)
@ConditionalOnClass({Endpoint.class, ConditionalOnAvailableEndpoint.class})
public final class HeadgateEndpointAutoConfiguration {

    HeadgateEndpointAutoConfiguration() {}

    @Bean
    @ConditionalOnAvailableEndpoint
    HeadgateEndpoint headgateEndpoint(GateWatch gates, Intakes intakes) {
        return new HeadgateEndpoint(gates, intakes);
    }
}
