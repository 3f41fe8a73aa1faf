package dev.headgate.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.headgate.Gate;
import dev.headgate.GateStats;
import dev.headgate.Inside;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.web.server.servlet.context.AnnotationConfigServletWebServerApplicationContext;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/** What the starter finds and shows by itself: on a real Tomcat, and without whatever an application may lack. */
class TomcatGateTest {
    private static final AutoConfigurations ALL = AutoConfigurations.of(
            HeadgateAutoConfiguration.class,
            HeadgateTomcatAutoConfiguration.class,
            HeadgateMetricsAutoConfiguration.class,
            HeadgateEndpointAutoConfiguration.class,
            HeadgateHealthAutoConfiguration.class);

    @Configuration(proxyBeanMethods = false)
    static class Service {
        final CountDownLatch go = new CountDownLatch(1);

        @Bean
        ServletRegistrationBean<HttpServlet> servlet(@Qualifier("email") Gate email) {
            return new ServletRegistrationBean<>(
                    new HttpServlet() {
                        @Override
                        protected void doGet(HttpServletRequest request, HttpServletResponse response) {
                            try {
                                email.run(go::await);
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                        }
                    },
                    "/send");
        }

        @Bean
        ThreadPoolTaskExecutor mailers() {
            ThreadPoolTaskExecutor pool = new ThreadPoolTaskExecutor();
            pool.setCorePoolSize(3);
            return pool;
        }

        @Bean
        MeterRegistry meters() {
            return new SimpleMeterRegistry();
        }
    }

    /** Two threads, six requests, each of which waits inside a gate: the gate is inside the requests, and four wait for a thread. */
    @Test
    void requestsAreHoldersOfTheThreadsAndGatesAreInsideThem() {
        new WebApplicationContextRunner(AnnotationConfigServletWebServerApplicationContext::new)
                .withConfiguration(ALL)
                .withConfiguration(AutoConfigurations.of(
                        TomcatServletWebServerAutoConfiguration.class,
                        EndpointAutoConfiguration.class,
                        MetricsAutoConfiguration.class))
                .withUserConfiguration(Service.class)
                .withPropertyValues(
                        "server.port=0",
                        "server.tomcat.threads.max=2",
                        "headgate.gates.email.capacity=9",
                        "management.endpoints.web.exposure.include=headgate")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    int port = Objects.requireNonNull(((AnnotationConfigServletWebServerApplicationContext)
                                            context.getSourceApplicationContext())
                                    .getWebServer())
                            .getPort();
                    HeadgateEndpoint endpoint = context.getBean(HeadgateEndpoint.class);
                    assertThat(endpoint.read().gates())
                            .extracting(GateStats::name)
                            .contains("tomcat", "mailers", "email");
                    List<CompletableFuture<HttpResponse<Void>>> answers = new ArrayList<>();
                    try (HttpClient client = HttpClient.newBuilder()
                            .version(HttpClient.Version.HTTP_1_1)
                            .build()) {
                        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/send"))
                                .build();
                        for (int i = 0; i < 6; i++) {
                            answers.add(client.sendAsync(request, HttpResponse.BodyHandlers.discarding()));
                        }
                        await().untilAsserted(() -> {
                            GateStats tomcat = gate(endpoint, "tomcat");
                            assertThat(tomcat.capacity()).isEqualTo(2);
                            assertThat(tomcat.inUse()).isEqualTo(2);
                            assertThat(tomcat.waiting()).isEqualTo(4);
                            assertThat(tomcat.insides())
                                    .singleElement()
                                    .satisfies(
                                            inside -> assertThat(inside.gate()).isEqualTo("email"))
                                    .extracting(Inside::holding)
                                    .isEqualTo(2);
                        });
                        context.getBean(Service.class).go.countDown();
                        answers.forEach(
                                answer -> assertThat(answer.join().statusCode()).isEqualTo(200));
                    }
                    await().untilAsserted(() ->
                            assertThat(gate(endpoint, "tomcat").exits()).isEqualTo(6));
                    assertThat(gate(endpoint, "email").exits()).isEqualTo(6);
                    assertThat(gate(endpoint, "mailers").capacity()).isEqualTo(3);
                    assertThat(context.getBean(MeterRegistry.class)
                                    .find("headgate.gate.capacity")
                                    .tag("gate", "email")
                                    .meter())
                            .isNotNull();
                    assertThat(context.getBeansOfType(HealthIndicator.class).values())
                            .extracting(indicator ->
                                    Objects.requireNonNull(indicator.health()).getStatus())
                            .containsOnly(Status.UP);
                });
    }

    private static GateStats gate(HeadgateEndpoint endpoint, String name) {
        return endpoint.read().gates().stream()
                .filter(gate -> gate.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void needsNothingThatAnApplicationMayLack() {
        new ApplicationContextRunner()
                .withConfiguration(ALL)
                .withClassLoader(new FilteredClassLoader(
                        "io.micrometer",
                        "org.apache.tomcat",
                        "org.apache.catalina",
                        "com.zaxxer",
                        "tools.jackson",
                        "org.springframework.boot.actuate",
                        "org.springframework.boot.health",
                        "org.springframework.boot.tomcat",
                        "org.springframework.boot.kafka",
                        "jakarta.servlet"))
                .withPropertyValues("headgate.gates.email.capacity=9")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    assertThat(context.getBean("email", Gate.class).capacity()).isEqualTo(9);
                    assertThat(context).doesNotHaveBean(HeadgateEndpoint.class).doesNotHaveBean(TomcatGate.class);
                    assertThat(context.getBean(GateWatch.class).gates()).hasSize(1);
                });
    }

    @Test
    void theWatchCanBeSwitchedOff() {
        new ApplicationContextRunner()
                .withConfiguration(ALL)
                .withPropertyValues("headgate.gates.email.capacity=9", "headgate.watch.enabled=false")
                .run(context ->
                        assertThat(context.getBean(GateWatch.class).watch()).isNull());
    }

    @Test
    void aWrongPropertyIsSaidWithWhereAndWhatToDo() {
        new ApplicationContextRunner()
                .withConfiguration(ALL)
                .withPropertyValues("headgate.gates.email.capacity=0")
                .run(context -> assertThat(context.getStartupFailure())
                        .isInstanceOf(HeadgateConfigurationException.class)
                        .hasMessageContaining("headgate.gates.email.capacity is 0"));
        new ApplicationContextRunner()
                .withConfiguration(ALL)
                .withPropertyValues("headgate.intakes.rides.topics=rides")
                .run(context -> assertThat(context.getStartupFailure()).hasStackTraceContaining("rides"));
    }
}
