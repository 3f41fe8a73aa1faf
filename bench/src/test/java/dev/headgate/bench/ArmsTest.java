package dev.headgate.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Every arm really reads a small topic to its end, in its own JVM, against a real broker. */
class ArmsTest {
    private static final Cell SMALL = new Cell("small", 1, 50, false, Cell.Kind.IO_BOUND, 30_000);
    private static final List<String> ALL_BUT_BARE =
            List.of("bare-virtual-threads", "parallel-consumer", "reactor-kafka", "headgate");

    @Test
    void everyArmHandlesEveryRecordOnceAndLosesNone() throws Exception {
        BenchOptions options =
                BenchOptions.defaults().withRounds(1).withArms(ALL_BUT_BARE).withJvmFlags(List.of("-Xmx512m"));

        BenchResult result = IntakeBench.run(options, List.of(SMALL), line -> {});

        assertThat(result.failures()).isEmpty();
        assertThat((List<?>) result.report().get("rows"))
                .hasSize(ALL_BUT_BARE.size())
                .allSatisfy(row -> assertThat(row)
                        .extracting("redelivered", "lost", "stalled")
                        .containsExactly(0L, 0L, false));
    }
}
