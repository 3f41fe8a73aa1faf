package dev.headgate.lab;

import static dev.headgate.lab.Outcomes.fixed;
import static dev.headgate.lab.Outcomes.outcome;
import static dev.headgate.lab.Outcomes.prediction;
import static dev.headgate.lab.Outcomes.recommended;
import static dev.headgate.lab.Outcomes.sick;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The table, the score and the report, from outcomes made by hand. */
class LabResultTest {

    private static LabResult result(Outcome... outcomes) {
        LabOptions options = outcomes.length == 1 ? LabOptions.of("one-pool", 42) : LabOptions.allIncidents(42);
        return new LabResult(options, List.of(outcomes));
    }

    @Test
    void aPredictionIsRightWithin15PercentOrInItsInterval() {
        assertThat(fixed(100, prediction(110, 114, 120)).cameTrue()).isTrue();
        assertThat(fixed(100, prediction(110, 116, 120)).cameTrue()).isFalse();
        assertThat(fixed(100, prediction(90, 300, 400)).cameTrue()).isTrue();
        assertThat(fixed(100, null).cameTrue()).isNull();
        assertThat(fixed(80, prediction(1, 100, 101)).error()).isCloseTo(0.25, within(1e-9));
        assertThat(fixed(0, prediction(0, 0, 0)).cameTrue()).isTrue();
        assertThat(fixed(0, prediction(1, 2, 3)).cameTrue()).isFalse();
    }

    @Test
    void namedIsRightWhenItIsAllOfTheTruthAndNothingElse() {
        assertThat(outcome(sick(100, List.of("pool"))).namedRight()).isTrue();
        assertThat(outcome(sick(100, List.of())).namedRight()).isFalse();
        assertThat(outcome(sick(100, List.of("pool", "other"))).namedRight()).isFalse();
    }

    @Test
    void theTableSaysWhatWasMeasuredBesideWhatWasExpected() {
        List<String> table = result(outcome(sick(100, List.of("pool")), fixed(300, prediction(250, 330, 340))))
                .table();
        assertThat(table)
                .anyMatch(line -> line.contains("Throughput 100/s. pool binds."))
                .anyMatch(line -> line.contains("Named pool; it is pool: right."))
                .anyMatch(line -> line.startsWith("  nothing") && line.contains("100/s") && line.contains("25 %"))
                .anyMatch(line -> line.startsWith("  pool")
                        && line.contains("x3.00")
                        && line.contains("330 (250..340)/s")
                        && line.contains("+10.0 %")
                        && !line.contains("MISSED"));
        assertThat(table).noneMatch(line -> line.contains("Named right:"));
    }

    @Test
    void missesAreNamed() {
        Outcome wrong = outcome(sick(100, List.of()), fixed(300, prediction(100, 110, 120)), recommended(60));
        Outcome right = outcome(sick(100, List.of("pool")), fixed(300, prediction(250, 300, 340)));
        List<String> table = result(wrong, right).table();
        assertThat(table)
                .anyMatch(line -> line.contains("it is pool: WRONG."))
                .anyMatch(line -> line.contains("-63.3 % MISSED"))
                .contains(
                        "Named right: 1 of 2. Predictions: 2, of which 1 within 15 % and 0 more inside their interval; median error 63.3 %.")
                .anyMatch(line -> line.contains("(seed 42): named [], but it is [pool]"))
                .anyMatch(line -> line.contains("expected 110 (100..120)/s, measured 300/s (others used 50 %"))
                .anyMatch(line -> line.contains("made it worse, 100/s became 60/s"));
    }

    @Test
    void theReportOfOneIncidentHasItsArms() {
        JsonNode report = new JsonMapper()
                .valueToTree(result(outcome(sick(100, List.of("pool")), fixed(300, prediction(250, 330, 340))))
                        .report());
        assertThat(report.get("incident").asText()).isEqualTo("one-pool");
        assertThat(report.get("scale").asDouble()).isEqualTo(1);
        JsonNode first = report.get("arms").get(0);
        assertThat(first.get("fixes")).isEmpty();
        assertThat(first.get("throughput").asDouble()).isEqualTo(100);
        assertThat(first.get("p50Ms").asDouble()).isEqualTo(12.5);
        assertThat(first.get("p99Ms").asDouble()).isEqualTo(80);
        assertThat(first.get("errorShare").asDouble()).isZero();
        assertThat(first.get("lost").isNull()).isTrue();
        assertThat(first.get("duplicated").asLong()).isEqualTo(3);
        assertThat(first.get("cpuShare").asDouble()).isEqualTo(0.25);
        assertThat(first.get("named").get(0).asText()).isEqualTo("pool");
        assertThat(first.get("truth").get(0).asText()).isEqualTo("pool");
        assertThat(first.get("predicted").isNull()).isTrue();
        JsonNode second = report.get("arms").get(1);
        assertThat(second.get("fixes").get(0).asText()).isEqualTo("pool");
        assertThat(second.get("predicted").asDouble()).isEqualTo(330);
        assertThat(second.get("low").asDouble()).isEqualTo(250);
        assertThat(second.get("high").asDouble()).isEqualTo(340);
        assertThat(second.get("cameTrue").asBoolean()).isTrue();
        assertThat(second.has("truth")).isFalse();
    }

    @Test
    void theReportOfSeveralHasAScore() {
        JsonNode report = new JsonMapper()
                .valueToTree(result(outcome(sick(100, List.of("pool"))), outcome(sick(100, List.of())))
                        .report());
        assertThat(report.get("incidents")).hasSize(2);
        assertThat(report.get("namedRight").asInt()).isEqualTo(1);
        assertThat(report.get("medianError").isNull()).isTrue();
        assertThat(report.get("misses")).hasSize(1);
    }

    @Test
    void columnsAreInLine() {
        assertThat(Columns.aligned(List.of(List.of("a", "bb"), List.of("ccc", "d"))))
                .containsExactly("a    bb", "ccc   d");
    }
}
