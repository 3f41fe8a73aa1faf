package dev.headgate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class GateTableTest {
    private static final List<GateLine> GATES = List.of(
            Gates.line("in-flight", 1_000, 1_000, 9_000, 4_000, 160), Gates.line("offers-grpc", 400, 50.4, 0, 0, 20.2));

    @Test
    void linesAreAlignedAndGiveEveryFigure() {
        List<String> lines = GateTable.lines(GATES, false);
        assertThat(lines)
                .containsExactly(
                        "gate         capacity   in use   waiting  mean wait ms  mean hold ms   used",
                        "in-flight       1,000    1,000     9,000       4,000.0         160.0  100 %",
                        "offers-grpc       400       50         0           0.0          20.2   13 %");
    }

    @Test
    void colourMarksTheFullGateAndChangesNothingElse() {
        List<String> plain = GateTable.lines(GATES, false);
        List<String> coloured = GateTable.lines(GATES, true);
        assertThat(coloured.get(1)).startsWith("\u001b[31m");
        assertThat(coloured.get(2)).doesNotContain("\u001b");
        assertThat(coloured.stream()
                        .map(line -> line.replaceAll("\u001b\\[\\d*m", ""))
                        .toList())
                .isEqualTo(plain);
    }
}
