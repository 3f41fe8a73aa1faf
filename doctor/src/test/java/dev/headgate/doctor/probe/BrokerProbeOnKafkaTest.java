package dev.headgate.doctor.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.Clock;
import dev.headgate.doctor.Confidence;
import dev.headgate.testkit.KafkaProcess;
import dev.headgate.testkit.PacedProducer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A real broker of 3.9.1, looked at from outside while producers of one kind write to it. */
@Timeout(180)
class BrokerProbeOnKafkaTest {

    private static final int RECORDS = 3_000;
    private static final double PER_SECOND = 3_000;

    @SuppressWarnings("NullAway.Init") // Set before the first test.
    private static KafkaProcess kafka;

    @BeforeAll
    static void start() {
        kafka = KafkaProcess.describe().version("3.9.1").withJmx().launch();
        kafka.createTopic("as-sent", 2);
        kafka.createTopic("gzip-alone", 2, Map.of("compression.type", "gzip"));
    }

    @AfterAll
    static void stop() {
        kafka.close();
    }

    private static BrokerVerdict watch(PacedProducer.Builder described, String topic) throws IOException {
        try (BrokerProbe probe = BrokerProbe.connect(kafka.jmx(), Clock.system());
                PacedProducer producer = described.start(topic, 2)) {
            // Who connects asks for a lot once; the window has the writing alone.
            producer.write(100, PER_SECOND);
            BrokerReading first = probe.read();
            producer.write(RECORDS, PER_SECOND);
            return BrokerVerdict.of(first, probe.read());
        }
    }

    @Test
    void anOldProducerIsUpConverted() throws Exception {
        BrokerVerdict verdict = watch(PacedProducer.old(kafka.bootstrap()).codec("gzip"), "as-sent");
        assertThat(verdict.conversion()).as(verdict.lines().toString()).isEqualTo(new Conversion.UpConverted(false));
        assertThat(verdict.confidence().grade()).isEqualTo(Confidence.Grade.LIKELY);
        BrokerRates rates = Objects.requireNonNull(verdict.rates());
        assertThat(rates.messages()).isEqualTo(RECORDS);
        assertThat(rates.producePerSecond()).containsOnlyKeys(0);
        assertThat(rates.conversionsByTopic()).containsOnlyKeys("as-sent");
        assertThat(Math.round(rates.conversionsPerSecond() * rates.seconds())).isEqualTo(RECORDS);
    }

    @Test
    void aCurrentProducerIsStoredAsItComes() throws Exception {
        BrokerVerdict verdict = watch(PacedProducer.current(kafka.bootstrap()).codec("gzip"), "as-sent");
        assertThat(verdict.conversion()).as(verdict.lines().toString()).isEqualTo(new Conversion.None());
        BrokerRates rates = Objects.requireNonNull(verdict.rates());
        assertThat(rates.messages()).isEqualTo(RECORDS);
        assertThat(rates.oldProducePerSecond()).isZero();
        assertThat(rates.modernProducePerSecond()).isPositive();
        RequestHandlers handlers = rates.handlers();
        assertThat(handlers.threads()).as("the testkit's num.io.threads").isEqualTo(4);
        assertThat(handlers.atMost()).as("this node is its own controller").isTrue();
        assertThat(handlers.busyShare()).isBetween(0.0, 0.99);
        assertThat(rates.cores()).isPositive();
    }

    @Test
    void aCurrentProducerWithAnotherCodecIsRecompressedAndNotCalledOld() throws Exception {
        BrokerVerdict verdict = watch(PacedProducer.current(kafka.bootstrap()).codec("lz4"), "gzip-alone");
        assertThat(verdict.conversion()).as(verdict.lines().toString()).isEqualTo(new Conversion.Recompressed());
        BrokerRates rates = Objects.requireNonNull(verdict.rates());
        assertThat(rates.conversionsByTopic()).containsOnlyKeys("gzip-alone");
        assertThat(Math.round(rates.conversionsPerSecond() * rates.seconds())).isEqualTo(RECORDS);
        assertThat(rates.oldProducePerSecond()).isZero();
    }

    @Test
    void whoIsNoBrokerIsToldApart() {
        assertThatThrownBy(() -> BrokerProbe.connect("broker", Clock.system()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("give host:port");
        assertThatThrownBy(() -> BrokerProbe.connect(kafka.bootstrap(), Clock.system()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("No JMX at " + kafka.bootstrap())
                .hasMessageContaining("not that of its clients");
        assertThatThrownBy(() -> BrokerProbe.of(ManagementFactory.getPlatformMBeanServer(), Clock.system())
                        .read())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("give the address of a Kafka broker");
    }
}
