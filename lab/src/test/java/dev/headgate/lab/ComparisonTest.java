package dev.headgate.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What an experiment prints and reports, from figures made by hand; and how one is asked for. */
class ComparisonTest {

    private static Comparison comparison(double scale) {
        return new Comparison(
                "trips",
                "about trips",
                scale,
                "60 trips/s",
                List.of("way  p99", "sync   9"),
                List.of(Map.of("fixes", List.of(), "p99Ms", 9.0), Map.of("fixes", List.of("outbox"), "p99Ms", 1.0)),
                List.of(
                        Checked.atMost("p99 at most 0.2 of sync's", 1, 9, 0.2, "ms"),
                        Checked.atLeast("rate at least 3 times sync's", 25, 9, 3, "/s"),
                        Checked.none("lost", 2)));
    }

    @Test
    void promisesStandBesideWhatWasSeenOfThem() {
        assertThat(new LabResult(comparison(1 / 3.0)).table())
                .contains("trips: about trips", "  60 trips/s; times are 3 times as long as told", "  way  p99")
                .anyMatch(line -> line.matches(" +met +p99 at most 0.2 of sync's +1 ms of 9 ms: 0.11"))
                .anyMatch(line -> line.matches(" +MISSED rate at least 3 times sync's +25/s of 9/s: 2.78"))
                .anyMatch(line -> line.matches(" +MISSED lost: none +2"));
        assertThat(comparison(1).lines()).contains("  60 trips/s");
        assertThat(comparison(2.5).lines()).contains("  60 trips/s; times are 2.5 times shorter than told");
    }

    @Test
    void theReportHasItsArmsAndChecks() throws Exception {
        JsonNode report =
                new JsonMapper().readTree(new JsonMapper().writeValueAsString(new LabResult(comparison(1)).report()));
        assertThat(report.at("/incident").asText()).isEqualTo("trips");
        assertThat(report.at("/arms/1/fixes/0").asText()).isEqualTo("outbox");
        assertThat(report.at("/checks/0/met").asBoolean()).isTrue();
        assertThat(report.at("/checks/1/met").asBoolean()).isFalse();
    }

    @Test
    void theWaysOfAnExperimentAreItsFixes() {
        assertThat(LabOptions.of("trips", 1).fixing(List.of("outbox")).fixes()).containsExactly("outbox");
        assertThatThrownBy(() -> LabOptions.of("trips", 1).fixing(List.of("outbux")))
                .hasMessageContaining("experiment trips has no way 'outbux'")
                .hasMessageContaining("async, outbox");
        assertThatThrownBy(() -> LabOptions.of("rebalance-storm", 1).shuffled(3))
                .hasMessageContaining("rebalance-storm has none to draw");
        assertThatThrownBy(() -> LabOptions.of("tripz", 1)).hasMessageContaining("kafka-away");
        assertThat(Lab.list()).anyMatch(line -> line.startsWith("slow-analytics"));
    }
}
