package dev.headgate.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.GateStats;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class StationCheckTest {

    private static GateStats read(int i, int inUse, long entries, long exits, double hold, double inUseArea) {
        return new GateStats(
                "pool",
                i * 1_000_000_000L,
                10,
                inUse,
                0,
                entries,
                exits,
                0,
                0,
                (long) (exits * hold * 1e9),
                (long) (inUseArea * 1e9),
                0,
                (long) (hold * 1e9),
                0,
                List.of());
    }

    private static String reason(Series series) {
        return StationCheck.of(series) instanceof Trust.Untrusted untrusted ? untrusted.reason() : "trusted";
    }

    @Test
    void whatObeysTheLawsIsTrusted() {
        List<GateStats> reads = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            reads.add(read(i, 5, 100L * i + 5, 100L * i, 0.05, 5.0 * i));
        }
        assertThat(reason(new Series(reads))).isEqualTo("trusted");
    }

    @Test
    void aCounterThatWentBackIsNotTrusted() {
        assertThat(reason(new Series(List.of(read(0, 5, 105, 100, 0.05, 5), read(1, 5, 5, 0, 0.05, 10)))))
                .contains("went back");
    }

    @Test
    void aGateThatShowsNothingInUseIsCaught() {
        assertThat(reason(new Series(List.of(read(0, 0, 0, 0, 0.05, 0), read(10, 0, 1_000, 1_000, 0.05, 0)))))
                .contains("Little's law fails: in use is 0.00, but exits/s x hold is 5.00");
    }

    /** 5 slots held since long before the window explain what is missing from the finished holds. */
    @Test
    void oldHoldersAreNoLie() {
        GateStats first =
                new GateStats("pool", 0, 10, 5, 0, 5, 0, 0, 0, 0, 300_000_000_000L, 0, 60_000_000_000L, 0, List.of());
        GateStats last = new GateStats(
                "pool", 10_000_000_000L, 10, 5, 0, 5, 0, 0, 0, 0, 350_000_000_000L, 0, 70_000_000_000L, 0, List.of());
        assertThat(reason(new Series(List.of(first, last)))).isEqualTo("trusted");
    }

    @Test
    void entriesAndExitsMustAgreeWithWhatIsInUse() {
        assertThat(reason(new Series(List.of(read(0, 5, 5, 0, 0.05, 0), read(10, 5, 1_500, 1_000, 0.05, 50)))))
                .contains("entries less exits");
    }

    /** 9,500 wait behind 100/s: in 10 s nobody who waited since the start has entered, and no meter says how old they are. */
    @Test
    void aLineThatTurnsOverMoreSlowlyThanItWasWatchedSaysNothing() {
        Series line = new Series(List.of(waiting(0, 9_000, 0, 0), waiting(10, 9_500, 1_000, 0.5)));
        assertThat(reason(line)).isEqualTo("trusted");
        assertThat(StationCheck.young(line)).isTrue();
    }

    @Test
    void aLineThatTurnsOverOftenMustObey() {
        Series line = new Series(List.of(waiting(0, 50, 0, 0), waiting(10, 50, 1_000, 0.1)));
        assertThat(reason(line)).contains("Little's law fails: waiting is 50.00, but entries/s x wait is 10.00");
        assertThat(StationCheck.young(line)).isFalse();
    }

    /** A gate of others with a wait timer, which knows no ages; the line's length is the mean of the two levels. */
    private static GateStats waiting(int second, int waiting, long entries, double wait) {
        return new GateStats(
                "pool",
                second * 1_000_000_000L,
                10,
                10,
                waiting,
                entries + 10,
                entries,
                0,
                (long) (entries * wait * 1e9),
                second * 10_000_000_000L,
                second * 10_000_000_000L,
                (long) (second * (second == 0 ? 0 : waiting) * 1e9),
                0,
                0,
                0,
                List.of());
    }
}
