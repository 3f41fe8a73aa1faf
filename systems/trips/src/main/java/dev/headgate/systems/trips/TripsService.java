package dev.headgate.systems.trips;

import java.io.IOException;
import java.util.Map;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.scheduling.annotation.EnableScheduling;

/**
 * The service. Its settings are in {@code trips.yaml} beside this class; what a run must give is {@code spring.datasource.url},
 * {@code spring.kafka.bootstrap-servers} and {@code trips.email-url}. {@link TripsProcess} starts it.
 */
@SpringBootApplication
@EnableScheduling
@EnableConfigurationProperties(TripsProperties.class)
public class TripsService {

    /** The process's entry; arguments are properties, as in any Boot application. */
    public static void main(String[] args) {
        ConfigurableApplicationContext context = new SpringApplicationBuilder(TripsService.class)
                .properties(Map.of("spring.config.location", "classpath:dev/headgate/systems/trips/trips.yaml"))
                .run(args);
        if (context.getBean(TripsProperties.class).endWithParent()) {
            Thread.ofPlatform().daemon().name("parent").start(() -> endWith(context));
        }
    }

    /** Whoever started this process holds the other end of its standard input: when that ends, nobody wants it any more. */
    private static void endWith(ConfigurableApplicationContext context) {
        try {
            while (System.in.read() >= 0) {
                // Nothing is said here.
            }
        } catch (IOException e) {
            // As good as the end of the stream.
        }
        System.exit(SpringApplication.exit(context));
    }
}
