package dev.headgate.testkit;

import static dev.headgate.testkit.EventLog.Kind.COMMIT_ACKED;
import static dev.headgate.testkit.EventLog.Kind.COMMIT_SENT;
import static dev.headgate.testkit.EventLog.Kind.DONE;
import static dev.headgate.testkit.EventLog.Kind.FAILED;
import static dev.headgate.testkit.EventLog.Kind.START;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class CrashCheckTest {

    private static final TopicPartition P = new TopicPartition("prices", 0);

    @TempDir
    private Path dir = Path.of("set by JUnit");

    /** Metadata is a list of offsets: "3,4". */
    private final CrashCheck check = new CrashCheck(
            (p, commit) -> commit.metadata().isEmpty()
                    ? LongStream.empty()
                    : Arrays.stream(commit.metadata().split(",")).mapToLong(Long::parseLong),
            Duration.ofMillis(1000));

    private int logs;
    private long millis = 1_000_000;

    private CrashCheck.Life life(String... lines) throws IOException {
        Path log = dir.resolve("life-" + logs++);
        Files.write(log, List.of(lines));
        return check.life(log);
    }

    private String line(EventLog.Kind kind, long offset, String... metadata) {
        String line = kind + " prices 0 " + offset + " " + millis;
        return metadata.length == 0
                ? line
                : line + " " + Base64.getEncoder().encodeToString(metadata[0].getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void whatWasInFlightOrNotAcknowledgedMayComeAgain() throws Exception {
        check.produced(Map.of(P, 5L));
        CrashCheck.Life first = life(
                line(START, 0),
                line(START, 1),
                line(DONE, 1),
                line(START, 2),
                line(FAILED, 2),
                line(START, 2),
                line(DONE, 2),
                line(COMMIT_SENT, 0, "1,2"),
                line(COMMIT_ACKED, 0, "1,2"),
                line(START, 3),
                line(DONE, 3),
                line(COMMIT_SENT, 0, "1,2,3"),
                line(START, 4));
        assertThat(first).isEqualTo(new CrashCheck.Life(5, 3, 2, 0, 1));
        CrashCheck.Life second =
                life(line(START, 0), line(DONE, 0), line(START, 3), line(DONE, 3), line(START, 4), line(DONE, 4));
        assertThat(second).isEqualTo(new CrashCheck.Life(3, 3, 0, 3, 0));
        assertThatCode(check::verify).doesNotThrowAnyException();
    }

    @Test
    void neverDoneIsLost() throws Exception {
        check.produced(P, 0);
        check.produced(P, 1);
        life(line(START, 0));
        assertThatThrownBy(check::verify).message().contains("prices-0@0", "though started", "prices-0@1");
    }

    @Test
    void whatAnAcknowledgedCommitCoversMustNotComeAgain() throws Exception {
        life(
                line(START, 0),
                line(DONE, 0),
                line(START, 2),
                line(DONE, 2),
                line(COMMIT_SENT, 1, "2"),
                line(COMMIT_ACKED, 1, "2"));
        life(line(START, 0), line(START, 2));
        assertThatThrownBy(check::verify).message().contains("broken 2 times", "prices-0@0", "prices-0@2", "covers it");
    }

    @Test
    void aCommitThatLeavesOutOldCompletionsIsFound() throws Exception {
        String start = line(START, 5);
        String done = line(DONE, 5);
        millis += 1001;
        life(start, done, line(COMMIT_SENT, 0, ""), line(COMMIT_ACKED, 0, ""));
        millis += 500;
        life(line(START, 5));
        assertThatThrownBy(check::verify).message().contains("prices-0@5", "life 2", "left it out");
    }

    @Test
    void completionsOnTheirWayToTheCommitAreTolerated() throws Exception {
        String start = line(START, 5);
        String done = line(DONE, 5);
        millis += 999;
        life(start, done, line(COMMIT_SENT, 0, ""), line(COMMIT_ACKED, 0, ""));
        life(line(START, 5));
        assertThatCode(check::verify).doesNotThrowAnyException();
    }

    @Test
    void acknowledgementsOutliveALifeWithoutAny() throws Exception {
        life(line(START, 0), line(DONE, 0), line(COMMIT_SENT, 1), line(COMMIT_ACKED, 1));
        life(line(START, 1));
        life(line(START, 0));
        assertThatThrownBy(check::verify).message().contains("prices-0@0 is handled again in life 3");
    }

    @Test
    void theLastLineOfAKilledProcessMayBeCut() throws Exception {
        Path log = dir.resolve("log");
        try (EventLog events = EventLog.open(log)) {
            events.write(START, P, 3);
            events.observer().committing(Map.of(P, new OffsetAndMetadata(3, "some metadata")));
        }
        Files.writeString(log, "DONE prices 0 3", StandardOpenOption.APPEND);
        assertThat(EventLog.read(log))
                .extracting(EventLog.Event::kind, EventLog.Event::offset, EventLog.Event::metadata)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple(START, 3L, ""),
                        org.assertj.core.groups.Tuple.tuple(COMMIT_SENT, 3L, "some metadata"));
    }

    /** Writes events, says how many, and waits for its end. */
    static final class Writer {
        public static void main(String[] args) throws Exception {
            EventLog events = EventLog.open(Path.of(args[0]));
            Thread.currentThread().interrupt();
            for (int i = 0; i < 1000; i++) {
                events.write(DONE, P, i);
            }
            System.out.println("written " + !Thread.interrupted());
            new CountDownLatch(1).await();
        }
    }

    @Test
    void whatWasWrittenSurvivesSigkillAndInterrupts() {
        Path log = dir.resolve("killed");
        try (JavaProcess writer =
                JavaProcess.main(Writer.class).args(log.toString()).start()) {
            writer.awaitLine(line -> line.equals("written false"), Duration.ofSeconds(60));
            writer.kill();
        }
        assertThat(EventLog.read(log))
                .hasSize(1000)
                .last()
                .extracting(EventLog.Event::offset)
                .isEqualTo(999L);
    }
}
