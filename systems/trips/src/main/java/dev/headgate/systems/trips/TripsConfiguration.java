package dev.headgate.systems.trips;

import dev.headgate.Clock;
import dev.headgate.GateView;
import dev.headgate.outbox.Relay;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Map;
import javax.sql.DataSource;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.sql.init.dependency.DependsOnDatabaseInitialization;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/** What the service is put together from; the arm decides what follows a trip. */
@Configuration(proxyBeanMethods = false)
class TripsConfiguration {

    @Bean
    Clock tripsClock() {
        return Clock.system();
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "trips.arm", havingValue = "sync")
    static class Sync {
        @Bean
        SideEffects syncArm(AnalyticsStore analytics, Receipts receipts, SurgePrices surge) {
            return new SyncArm(analytics, receipts, surge);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "trips.arm", havingValue = "async")
    static class Async {
        /** As the story has it. */
        @Bean(destroyMethod = "close")
        Producer<String, byte[]> rideProducer(@Value("${spring.kafka.bootstrap-servers}") String bootstrap) {
            return new KafkaProducer<>(
                    Map.of(
                            ProducerConfig.BOOTSTRAP_SERVERS_CONFIG,
                            bootstrap,
                            ProducerConfig.CLIENT_ID_CONFIG,
                            "trips",
                            ProducerConfig.ACKS_CONFIG,
                            "all",
                            ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
                            true,
                            ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION,
                            5,
                            ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
                            30_000,
                            ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG,
                            10_000,
                            ProducerConfig.LINGER_MS_CONFIG,
                            5),
                    new StringSerializer(),
                    new ByteArraySerializer());
        }

        @Bean
        SideEffects asyncArm(Producer<String, byte[]> producer, RideCodec codec, MeterRegistry meters) {
            return new AsyncArm(producer, codec, meters);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "trips.arm", havingValue = "outbox")
    static class ByOutbox {
        @Bean
        SideEffects outboxArm(JdbcTemplate jdbc, RideCodec codec) {
            return new OutboxArm(jdbc, codec);
        }

        /** After the schema is there, and until the last request has ended. */
        @Bean(destroyMethod = "close")
        @DependsOnDatabaseInitialization
        Relay relay(
                DataSource database,
                TripsProperties properties,
                @Value("${spring.kafka.bootstrap-servers}") String bootstrap) {
            return Relay.of(database, Map.of(ProducerConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap))
                    .batch(250)
                    .atMost(properties.relayAtMost())
                    .start();
        }

        /** The backlog, for whoever watches the gates. */
        @Bean
        GateView outbox(Relay relay) {
            return relay.gate();
        }
    }
}
