package dev.headgate.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class LedgerTest {
    private static final int RECORDS = 20_000;

    @Test
    void everyHandlingBeyondTheFirstIsARepeatWhateverThreadItRanOn() throws InterruptedException {
        Ledger ledger = new Ledger(List.of((long) RECORDS));
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            threads.add(Thread.startVirtualThread(() -> {
                for (int offset = 0; offset < RECORDS; offset++) {
                    ledger.done(0, offset);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(ledger.handled()).isEqualTo(RECORDS);
        assertThat(ledger.repeats()).isEqualTo(3L * RECORDS);
        assertThat(ledger.complete()).isTrue();
    }

    @Test
    void missingAreTheHolesBelowAnOffset() {
        Ledger ledger = new Ledger(List.of(10L, 10L));
        ledger.done(1, 0);
        ledger.done(1, 2);
        ledger.done(1, 5);

        assertThat(ledger.missingBelow(1, 0)).isZero();
        assertThat(ledger.missingBelow(1, 3)).isEqualTo(1);
        assertThat(ledger.missingBelow(1, 6)).isEqualTo(3);
        assertThat(ledger.top(1)).isEqualTo(6);
        assertThat(ledger.top(0)).isZero();
        assertThat(ledger.complete()).isFalse();
    }

    @Test
    void lostIsWhatWasCommittedWithoutBeingHandled() {
        Ledger ledger = new Ledger(List.of(10L, 10L));
        ledger.done(0, 0);
        ledger.done(0, 3);
        ledger.done(1, 7);
        var committed = Map.of(new TopicPartition("t", 0), new OffsetAndMetadata(3));

        assertThat(Losses.count(ledger, committed, false)).isEqualTo(2);
    }

    @Test
    void anArmThatHasEndedHasLostTheHolesBelowItsHighestToo() {
        Ledger ledger = new Ledger(List.of(10L, 10L));
        ledger.done(0, 0);
        ledger.done(0, 3);
        ledger.done(1, 7);

        assertThat(Losses.count(ledger, Map.of(), true)).isEqualTo(2 + 7);
    }

    @Test
    void withoutCommitsNothingCanBeToldOfAnArmStillAtWork() {
        assertThat(Losses.count(new Ledger(List.of(10L)), Map.of(), false)).isNull();
    }
}
