package dev.headgate.spring;

import jakarta.servlet.Filter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;

/** Tomcat's threads, shown as the gate {@code tomcat}. */
@AutoConfiguration(after = HeadgateAutoConfiguration.class)
@ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
@ConditionalOnClass({Filter.class, TomcatWebServer.class, FilterRegistrationBean.class})
@ConditionalOnProperty(name = "headgate.watch.enabled", matchIfMissing = true)
public final class HeadgateTomcatAutoConfiguration {

    HeadgateTomcatAutoConfiguration() {}

    /** Before the other observers: requests come first. */
    @Bean
    @Order(Ordered.HIGHEST_PRECEDENCE)
    TomcatGate headgateTomcatGate() {
        return new TomcatGate();
    }

    /** The filter comes first, so that what other filters do is in the request's hold as well. */
    @Bean
    FilterRegistrationBean<TomcatGate> headgateTomcatGateRegistration(TomcatGate gate) {
        FilterRegistrationBean<TomcatGate> registration = new FilterRegistrationBean<>(gate);
        registration.setOrder(Ordered.HIGHEST_PRECEDENCE);
        return registration;
    }
}
