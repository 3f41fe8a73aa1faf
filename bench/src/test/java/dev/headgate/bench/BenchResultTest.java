package dev.headgate.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class BenchResultTest {
    private static final List<BenchRow> ROWS = List.of(
            Figures.row(Arm.BARE_VIRTUAL, "10ms-1000", 100_000, Figures.at(80_000, 4), Figures.at(40_000, 4)),
            Figures.row(Arm.HEADGATE, "10ms-1000", 100_000, Figures.at(72_000, 5), Figures.at(38_000, 5)),
            new BenchRow(
                    Arm.REACTOR_KAFKA,
                    Cell.named("10ms-1000"),
                    100_000,
                    new ArrayList<>(Arrays.asList((ArmFigures) null)),
                    List.of("ended with status 1: no")));

    @Test
    void ratesAreMediansAndRatiosAreTakenRoundByRound() {
        Map<String, Object> row =
                rows(new BenchResult(BenchOptions.defaults(), ROWS)).get(1);

        assertThat(row.get("perSecond")).isEqualTo(55_000.0);
        assertThat(row.get("ofBound")).isEqualTo(0.55);
        // (0.90 + 0.95) / 2, whatever the machine did between the rounds
        assertThat(row.get("ofBareVirtual")).isEqualTo(0.925);
    }

    @Test
    void theReportHasTheFieldsThatStay() {
        Map<String, Object> report = new BenchResult(BenchOptions.defaults(), ROWS).report();

        assertThat(report).containsEntry("name", "intake");
        assertThat(rows(new BenchResult(BenchOptions.defaults(), ROWS)))
                .allSatisfy(row -> assertThat(row)
                        .containsKeys(
                                "arm", "cell", "perSecond", "ofBound", "heapMiB", "cpuSeconds", "redelivered", "lost"));
    }

    @Test
    void anArmWithoutFiguresIsARowThatSaysWhy() {
        BenchResult result = new BenchResult(BenchOptions.defaults(), ROWS);

        assertThat(rows(result).get(2)).containsEntry("perSecond", null).containsEntry("lost", null);
        assertThat(result.failures()).containsExactly("10ms-1000, reactor-kafka: ended with status 1: no");
        assertThat(String.join("\n", result.table()))
                .contains("reactor-kafka gave no figures: it ended with status 1: no");
    }

    @Test
    void theTableIsInLineAndHasUnits() {
        List<String> lines = new BenchResult(BenchOptions.defaults(), ROWS).table();

        assertThat(lines.getFirst())
                .isEqualTo("10ms-1000: handler takes 10 ms, 1,000 in flight, unordered; Little's bound 100,000/s");
        assertThat(lines.subList(1, 5))
                .extracting(String::length)
                .containsOnly(lines.get(1).length());
        assertThat(lines.get(3)).contains("headgate", "55,000/s", "55 %", "5.00 s", "50 MiB", "300 MiB", "0 rec");
    }

    @Test
    void theWorstRunCountsForLossesAndDuplicates() {
        BenchRow row = Figures.row(
                Arm.PARALLEL_CONSUMER,
                "noop",
                1,
                Figures.losing(0L, 9),
                Figures.losing(778L, 2),
                Figures.losing(null, 0));

        assertThat(row.lost()).isEqualTo(778);
        assertThat(row.redelivered()).isEqualTo(9);
        assertThat(Figures.row(Arm.BARE_VIRTUAL, "noop", 1, Figures.losing(null, 0))
                        .lost())
                .isNull();
    }

    @Test
    void wrongOptionsSayWhatIsPossible() {
        assertThatThrownBy(() -> BenchOptions.defaults().withArms(List.of("bear")))
                .hasMessageContaining("'bear'")
                .hasMessageContaining("bare-virtual-threads");
        assertThatThrownBy(() -> BenchOptions.defaults().withCells(List.of("5ms")))
                .hasMessageContaining("'5ms'")
                .hasMessageContaining("by-key-1ms-1000");
        assertThatThrownBy(() -> BenchOptions.defaults().withRounds(0)).hasMessageContaining("1 to 20");
    }

    @Test
    void theCpuTimeOfAProcessIsFoundBehindItsName() {
        assertThat(ProcessCpu.seconds("7 (a (b) c) S 1 2 3 4 5 6 7 8 9 10 250 50 0 0 20"))
                .isEqualTo(3.0);
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> rows(BenchResult result) {
        return (List<Map<String, Object>>)
                Objects.requireNonNull(result.report().get("rows"));
    }
}
