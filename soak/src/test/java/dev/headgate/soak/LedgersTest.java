package dev.headgate.soak;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The ledgers find what they are there to find: histories with one fault each, written by hand. */
class LedgersTest {
    private static final long KEY = 7;

    @TempDir
    Path dir;

    private Journal journal;
    private final List<Life> lives = List.of(new Life("a", 1), new Life("b", 2), new Life("c", 3));

    @BeforeEach
    void open() {
        journal = Journal.create(dir.resolve("journal"), 1000);
    }

    /** As a commit's metadata, in form b. */
    private static String bits(int... offsetsAboveFrontier) {
        BitSet bits = new BitSet();
        for (int offset : offsetsAboveFrontier) {
            bits.set(offset);
        }
        return "hg1b" + Base64.getUrlEncoder().withoutPadding().encodeToString(bits.toByteArray());
    }

    private void handle(int life, long... offsets) {
        for (long offset : offsets) {
            journal.append(Event.Kind.STARTED, life, 0, offset, KEY);
            journal.append(Event.Kind.DONE, life, 0, offset, 0);
        }
    }

    private void begin(int life, long offset) {
        journal.append(Event.Kind.STARTED, life, 0, offset, KEY);
    }

    private void kill(int life) {
        journal.append(Event.Kind.KILLED, life, 0, 0, 0);
    }

    private CommitLog log(int life) {
        return CommitLog.create(commits(life));
    }

    private Path commits(int life) {
        return dir.resolve("commits-" + life);
    }

    private void commit(CommitLog log, int life, long frontier, String metadata) {
        int number = log.sending(
                Map.of(new TopicPartition("t", 0), new OffsetAndMetadata(frontier, metadata)), journal.size());
        journal.append(Event.Kind.ACKNOWLEDGED, life, 0, 0, number);
    }

    private Deliveries read(long end) {
        Deliveries deliveries = new Deliveries(1, lives, life -> CommitLog.read(commits(life)));
        journal.replay(deliveries::see);
        deliveries.end(new long[] {end});
        return deliveries;
    }

    private static List<String> failed(List<SoakResult.Check> checks) {
        return checks.stream()
                .filter(check -> check.verdict() == SoakResult.Verdict.FAILED)
                .map(SoakResult.Check::what)
                .toList();
    }

    private List<String> failed(long end) {
        return failed(read(end).checks(new long[] {end}, 2));
    }

    private record Life(String name, int life) implements Deliveries.Life {}

    @Test
    void crashThatRepeatsWhatWasNotCommittedIsInOrder() {
        CommitLog log = log(1);
        begin(1, 0);
        handle(1, 1, 2);
        commit(log, 1, 0, bits(1, 2));
        handle(1, 3);
        begin(1, 4);
        kill(1);
        handle(2, 0, 3, 4, 5);
        assertThat(failed(6)).isEmpty();
        KillReport kill = read(6).kills().getFirst();
        assertThat(kill.inFlight).isEqualTo(2);
        assertThat(kill.sinceCommit).isEqualTo(1);
        assertThat(kill.behind).isEqualTo(3);
        assertThat(kill.redelivered).isEqualTo(3);
        assertThat(kill.bound()).isEqualTo(3);
    }

    @Test
    void lostRecordIsFound() {
        handle(1, 0, 2);
        assertThat(failed(3)).containsExactly("every record was done");
    }

    @Test
    void commitAheadOfWhatWasDoneIsFound() {
        CommitLog log = log(1);
        begin(1, 0);
        commit(log, 1, 1, "");
        journal.append(Event.Kind.DONE, 1, 0, 0, 0);
        assertThat(failed(1)).containsExactly("no acknowledged commit is ahead of what was done");
    }

    @Test
    void commitThatTakesBackIsFound() {
        CommitLog log = log(1);
        handle(1, 0, 2, 3);
        commit(log, 1, 1, bits(1, 2));
        handle(1, 1);
        commit(log, 1, 2, bits(0));
        assertThat(failed(4)).containsExactly("no acknowledged commit takes back what an earlier one said");
    }

    @Test
    void committedRecordHandledAgainIsFound() {
        CommitLog log = log(1);
        handle(1, 0, 1);
        commit(log, 1, 2, "");
        kill(1);
        handle(2, 1);
        assertThat(failed(2))
                .containsExactly(
                        "nothing that an acknowledged commit has is handled again",
                        "redelivered <= in flight at the kill + done since the last acknowledged commit");
    }

    @Test
    void repeatWithoutKillIsFound() {
        handle(1, 0);
        handle(2, 0);
        assertThat(failed(1)).containsExactly("records are handled again only because their process was killed");
    }

    @Test
    void commitThatLeavesOutWhatWasDoneIsFound() {
        CommitLog log = log(1);
        handle(1, 0, 1, 2, 3);
        commit(log, 1, 1, "");
        kill(1);
        handle(2, 1, 2, 3);
        assertThat(failed(4))
                .containsExactly("what was done before a commit is in it, but for what was in flight then");
    }

    @Test
    void runLengthsAreRead() {
        CommitLog log = log(1);
        handle(1, 1, 2, 3);
        // Open 1, completed 300, as LEB128.
        byte[] runs = {1, (byte) 0xac, 2};
        commit(log, 1, 0, "hg1r" + Base64.getUrlEncoder().withoutPadding().encodeToString(runs));
        Cover cover =
                Cover.of(CommitLog.read(commits(1)).getOrDefault(1, List.of()).getFirst());
        assertThat(cover.has(0)).isFalse();
        assertThat(cover.has(1)).isTrue();
        assertThat(cover.has(300)).isTrue();
        assertThat(cover.end()).isEqualTo(301);
    }

    @Test
    void lineThatAKillCutOffIsLeftOut() throws Exception {
        Files.writeString(commits(1), "1 0 0 5 \n2 0 0 6 hg1bAA");
        assertThat(CommitLog.read(commits(1))).containsOnlyKeys(1);
    }

    @Test
    void orderOfAKeyThatIsKeptIsInOrder() {
        handle(1, 0, 1);
        begin(1, 2);
        kill(1);
        handle(2, 1, 2, 3);
        assertThat(failed(KeyOrder.read(journal, new long[] {4}).checks())).isEmpty();
    }

    @Test
    void recordBegunWithBeforeAnEarlierOneIsDoneIsFound() {
        begin(1, 0);
        kill(1);
        handle(2, 1, 0);
        assertThat(failed(KeyOrder.read(journal, new long[] {2}).checks()))
                .containsExactly(
                        "a record is first begun with only after all earlier ones of its key are done",
                        "within a process the records of a key begin in order");
    }

    @Test
    void keyInTwoHandlersAtOnceIsFound() {
        handle(1, 0);
        begin(1, 1);
        begin(2, 1);
        journal.append(Event.Kind.DONE, 1, 0, 1, 0);
        journal.append(Event.Kind.DONE, 2, 0, 1, 0);
        assertThat(failed(KeyOrder.read(journal, new long[] {2}).checks()))
                .containsExactly("no key is in two handlers at once");
    }
}
