package dev.headgate.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A short run, from the producers to the report: what is counted must be right, what is timed is rough. */
@Timeout(300)
class BridgeExperimentTest {

    @Test
    void conversionsAreSeenAndTheDoctorIsRightOnAllThreeWays() throws Exception {
        ConcurrentLinkedQueue<String> said = new ConcurrentLinkedQueue<>();
        LabResult result = Lab.run(LabOptions.of("bridge", 1).quick(true), said::add);
        JsonNode report = new JsonMapper().valueToTree(result.report());
        assertThat(report.at("/incident").asText()).isEqualTo("bridge");

        JsonNode arms = report.get("arms");
        assertThat(arms).hasSize(3);
        assertThat(arms.get(0).get("fixes")).isEmpty();
        assertThat(arms.get(1).at("/fixes/0").asText()).isEqualTo("native");
        assertThat(arms.get(2).at("/fixes/0").asText()).isEqualTo("recompressing");
        List<Long> conversions = new ArrayList<>();
        List<String> named = new ArrayList<>();
        arms.forEach(arm -> {
            conversions.add(arm.get("conversions").asLong());
            named.add(arm.at("/named/0").asText(""));
            assertThat(arm.get("throughput").asDouble()).isPositive();
            assertThat(arm.get("brokerCpuSecondsPerMillion").asDouble()).isPositive();
            assertThat(arm.get("verdict")).isNotEmpty();
        });
        assertThat(conversions).containsExactly(10_000L, 0L, 10_000L);
        assertThat(named).containsExactly("up-conversion", "", "recompression");

        // All promises but the one on CPU, which so short a run cannot keep.
        report.get("checks").forEach(check -> {
            if (!check.get("what").asText().contains("CPU")) {
                assertThat(check.get("met").asBoolean()).as(check.toString()).isTrue();
            }
        });
        assertThat(report.get("checks")).hasSize(7);
        assertThat(result.table())
                .anyMatch(line -> line.matches(" +gzip legacy-producer +\\S+/s +\\S+ s +1.00 .* up-conversion"))
                .anyMatch(line -> line.contains("The doctor, by JMX, on gzip recompressing:"));
        assertThat(said).anyMatch(line -> line.contains("gzip native, 1 of 1"));
    }
}
