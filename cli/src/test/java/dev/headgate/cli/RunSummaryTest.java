package dev.headgate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.headgate.Gate;
import dev.headgate.kafka.IntakeState;
import dev.headgate.kafka.IntakeStats;
import dev.headgate.systems.hotelads.Books;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunSummaryTest {
    private static final Books BOOKS = new Books(1_000, 0, 900, Map.of("unfinished", 60L, "expired", 38L), 2, 0, 0, 3);

    private static RunSummary summary(Books books, boolean drained) {
        return new RunSummary(
                "hotel-ads",
                10,
                4.5,
                books,
                drained,
                List.of(Gates.line("offers-grpc", 100, 50, 0, 0.25, 20)),
                List.of("Throughput 90/s. offers-grpc binds.", "  offers-grpc  50 of 100 in use"),
                stats(123, 4_500),
                stats(0, 0),
                List.of(new Moment(1, 100, 90, 10, 0.1, 2)),
                List.of(new HeapMark(Duration.ofSeconds(20), 3 << 20)));
    }

    private static IntakeStats stats(long lagRecords, long lagMillis) {
        return new IntakeStats(
                "hotel-prices",
                IntakeState.RUNNING,
                0,
                Gate.named("in-flight").capacity(1).open().stats(),
                0,
                0,
                Map.of(),
                0,
                0,
                7,
                0,
                0,
                0,
                0,
                0,
                0,
                lagRecords,
                lagMillis,
                11,
                0,
                0,
                0,
                55,
                1,
                0,
                List.of());
    }

    private static List<String> fields(JsonNode node) {
        List<String> names = new ArrayList<>();
        node.fieldNames().forEachRemaining(names::add);
        return names;
    }

    /** These names are a promise: fields may be added, never renamed. */
    @Test
    void theReportHasTheStableFieldsFirst() {
        JsonNode report = summary(BOOKS, true).report();
        assertThat(fields(report))
                .startsWith(
                        "system",
                        "seconds",
                        "produced",
                        "completed",
                        "dropped",
                        "dead",
                        "lost",
                        "duplicated",
                        "throughput",
                        "lagRecords",
                        "lagSeconds",
                        "gates",
                        "verdict");
        assertThat(fields(report.get("gates").get(0)))
                .containsExactly("name", "capacity", "inUse", "waiting", "entries", "waitMs", "holdMs", "utilisation");
    }

    @Test
    void theReportCarriesTheFigures(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("r.json");
        ReportFile wanted = new ReportFile();
        wanted.file = file;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        wanted.write(summary(BOOKS, true).report(), new Terminal(new PrintStream(said), System.err, false));
        assertThat(said.toString(StandardCharsets.UTF_8)).isEqualTo("report written to " + file + "\n");
        String text = Files.readString(file);
        JsonNode report = new com.fasterxml.jackson.databind.ObjectMapper().readTree(text);
        assertThat(report.get("produced").asLong()).isEqualTo(1_000);
        assertThat(report.get("completed").asLong()).isEqualTo(900);
        assertThat(report.get("dropped").get("expired").asLong()).isEqualTo(38);
        assertThat(report.get("throughput").asDouble()).isEqualTo(90);
        assertThat(report.get("lagRecords").asLong()).isEqualTo(123);
        assertThat(report.get("lagSeconds").asDouble()).isEqualTo(4.5);
        assertThat(report.get("gates").get(0).get("waitMs").asDouble()).isEqualTo(0.25);
        assertThat(report.get("gates").get(0).get("utilisation").asDouble()).isEqualTo(0.5);
        assertThat(report.get("heap").get(0).get("usedMiB").asDouble()).isEqualTo(3);
        assertThat(report.get("verdict").asText()).contains("offers-grpc");
    }

    @Test
    void aRunIsCompleteOnlyWhenItDrainedAndTheBooksBalance() {
        assertThat(summary(BOOKS, true).complete()).isTrue();
        assertThat(summary(BOOKS, false).complete()).isFalse();
        assertThat(summary(new Books(1_000, 0, 999, Map.of(), 0, 1, 0, 0), true).complete())
                .as("lost")
                .isFalse();
        assertThat(summary(new Books(1_000, 0, 1_000, Map.of(), 0, 0, 1, 0), true)
                        .complete())
                .as("duplicated")
                .isFalse();
        assertThat(summary(new Books(1_000, 1, 1_000, Map.of(), 0, 0, 0, 0), true)
                        .complete())
                .as("unacknowledged")
                .isFalse();
    }

    @Test
    void theSummaryShowsTheBooks() {
        assertThat(String.join("\n", summary(BOOKS, true).lines(false)))
                .contains("produced 1,000 = completed 900 + dropped 98 {expired=38, unfinished=60} + dead 2")
                .contains("lost 0   duplicated 0   expired on arrival 3")
                .contains("heap after collection at 20 s: 3.0 MiB");
        assertThat(String.join(
                        "\n",
                        summary(new Books(10, 0, 8, Map.of(), 0, 0, 0, 0), false)
                                .lines(false)))
                .contains("+ still open 2");
    }
}
