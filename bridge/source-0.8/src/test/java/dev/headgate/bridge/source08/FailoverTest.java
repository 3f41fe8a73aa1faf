package dev.headgate.bridge.source08;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.headgate.bridge.source.Source;
import dev.headgate.bridge.source.SourcePartition;
import dev.headgate.testkit.OldFiller;
import dev.headgate.testkit.OldKafka;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Brokers that go, and come back or do not. */
@Timeout(240)
class FailoverTest {

    private static final int EACH = 20_000;

    @Test
    void aBrokerThatIsKilledAndStartedAgainLosesAndRepeatsNothing() {
        try (OldKafka kafka = OldKafka.launch()) {
            kafka.createTopic("prices", 3);
            OldFiller.of(kafka.bootstrap(), "prices", 3).codec("snappy").fill(0, EACH);
            Set<SourcePartition> all = Reads.partitions("prices", 3);
            try (Source source = Reads.open(kafka.bootstrap(), null)) {
                all.forEach(p -> source.seek(p, 0));
                Kept kept = new Kept();
                Reads.fetch(source, all, 200_000, kept, EACH);
                kafka.kill();
                long start = System.nanoTime();
                while (kept.troubles.isEmpty() && System.nanoTime() - start < 30_000_000_000L) {
                    source.fetch(all, 200_000, Duration.ofMillis(200), kept);
                }
                assertThat(kept.rows).hasSizeLessThan(3 * EACH);
                assertThat(kept.troubles)
                        .isNotEmpty()
                        .allSatisfy(line -> assertThat(line)
                                .containsAnyOf(
                                        kafka.bootstrap() + " does not answer", "No broker of the source answers"));

                CompletableFuture<Void> again = CompletableFuture.runAsync(kafka::start);
                Reads.fetch(source, all, 200_000, kept, 3 * EACH);
                again.join();
                Reads.assertFilled(kept, all, EACH, 200);
            }
        }
    }

    @Test
    void anotherBrokerTakesOverAndTheOthersGoOn() {
        try (OldKafka one = OldKafka.launch();
                OldKafka two = OldKafka.describe().beside(one).launch()) {
            one.createTopic("prices", 4, 2, Map.of());
            OldFiller.of(one.bootstrap(), "prices", 4).codec("gzip").fill(0, EACH);
            Set<SourcePartition> all = Reads.partitions("prices", 4);
            // The first broker alone is named; the second is found.
            try (Source source = Reads.open(one.bootstrap(), null)) {
                await().atMost(30, TimeUnit.SECONDS)
                        .until(() -> source.ranges(all).values().stream().allMatch(range -> range.end() == EACH));
                all.forEach(p -> source.seek(p, 0));
                Kept kept = new Kept();
                Reads.fetch(source, all, 200_000, kept, EACH);
                one.kill();
                Reads.fetch(source, all, 200_000, kept, 4 * EACH);
                Reads.assertFilled(kept, all, EACH, 200);
                assertThat(kept.troubles).isNotEmpty();

                one.start();
                two.kill();
                source.ranges(all); // waits for leaders
                OldFiller.of(one.bootstrap(), "prices", 4).fill(EACH, 100);
                Reads.fetch(source, all, 200_000, kept, 4 * (EACH + 100));
                Reads.assertFilled(kept, all, EACH + 100, 200);
            }
        }
    }

    @Test
    void aBrokerThatHangsHoldsUpNobody() throws Exception {
        // The brokers hold each other up, too, and for longer if they are left to their defaults.
        OldKafka.Builder impatient = OldKafka.describe()
                .property("replica.socket.timeout.ms", "2000")
                .property("controller.socket.timeout.ms", "2000");
        try (OldKafka one = impatient.launch();
                OldKafka two = impatient.beside(one).launch()) {
            assertThat(two.isAlive()).isTrue();
            one.createTopic("prices", 4, 2, Map.of());
            OldFiller.of(one.bootstrap(), "prices", 4).fill(0, EACH);
            Set<SourcePartition> all = Reads.partitions("prices", 4);
            try (Source source = Reads.open(one.bootstrap(), null)) {
                await().atMost(30, TimeUnit.SECONDS)
                        .until(() -> source.ranges(all).values().stream().allMatch(range -> range.end() == EACH));
                all.forEach(p -> source.seek(p, 0));
                Kept kept = new Kept();
                Reads.fetch(source, all, 200_000, kept, EACH);
                signal("-STOP", one);
                try {
                    Reads.fetch(source, all, 200_000, kept, 4 * EACH);
                } finally {
                    signal("-CONT", one);
                }
                Reads.assertFilled(kept, all, EACH, 200);
                assertThat(kept.troubles).anyMatch(line -> line.contains(one.bootstrap() + " has not answered for"));
            }
        }
    }

    private static void signal(String signal, OldKafka kafka) throws Exception {
        Process kill = new ProcessBuilder("kill", signal, String.valueOf(kafka.pid())).start();
        assertThat(kill.waitFor()).isZero();
    }
}
