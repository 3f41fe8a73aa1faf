package dev.headgate.systems.trips;

import dev.headgate.kafka.Intake;
import dev.headgate.kafka.IntakeBuilder;
import dev.headgate.kafka.Ordering;
import dev.headgate.kafka.Retry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** The intakes of the three consumer groups, put together by hand: several members each, as in the story. */
@Component
@ConditionalOnProperty(name = "trips.consumers", havingValue = "true", matchIfMissing = true)
class RideIntakes implements SmartLifecycle {
    private static final Duration LINGER = Duration.ofMillis(20);
    private static final int BATCH = 100;
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(20);

    private final RideCodec codec;
    private final String bootstrap;
    private final List<Intake<?, ?>> intakes = new ArrayList<>();
    private volatile boolean running;

    RideIntakes(
            RideConsumers consumers, RideCodec codec, @Value("${spring.kafka.bootstrap-servers}") String bootstrap) {
        this.codec = codec;
        this.bootstrap = bootstrap;
        for (int member = 1; member <= 3; member++) {
            intakes.add(
                    member(TripsBooks.ANALYTICS, member).inFlight(4).handleBatch(BATCH, LINGER, consumers::analytics));
            intakes.add(member(TripsBooks.SURGE, member).inFlight(4).handleBatch(BATCH, LINGER, consumers::surge));
        }
        for (int member = 1; member <= 2; member++) {
            intakes.add(member(TripsBooks.NOTIFICATIONS, member)
                    .inFlight(200)
                    .ordering(Ordering.BY_KEY)
                    .handle(delivery -> consumers.notifications(delivery.value())));
        }
    }

    private IntakeBuilder<String, RideCompleted> member(String group, int member) {
        String name = group + "-" + member;
        return Intake.<String, RideCompleted>of(
                        name,
                        Map.of(
                                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                                bootstrap,
                                ConsumerConfig.GROUP_ID_CONFIG,
                                group,
                                ConsumerConfig.CLIENT_ID_CONFIG,
                                name,
                                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG,
                                "earliest",
                                ConsumerConfig.SESSION_TIMEOUT_MS_CONFIG,
                                30_000,
                                ConsumerConfig.HEARTBEAT_INTERVAL_MS_CONFIG,
                                10_000,
                                ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG,
                                300_000))
                .topics(RideCompleted.TOPIC)
                .keys(new StringDeserializer())
                .values((topic, bytes) -> codec.fromBytes(bytes))
                .retry(Retry.exponential(Duration.ofMillis(200), Duration.ofSeconds(10))
                        .attempts(10))
                .deadLetters(RideCompleted.DEAD_LETTERS);
    }

    @Override
    public void start() {
        running = true;
        intakes.forEach(Intake::start);
    }

    /** All at the same time: each may take its time to drain. */
    @Override
    public void stop() {
        running = false;
        intakes.parallelStream().forEach(intake -> intake.close(CLOSE_WITHIN));
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
