package dev.headgate.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Lives made from means reproduce the systems that the means came from. */
class MeanLivesTest {

    private static WhatIf whatIf(Observation seen) {
        return WhatIf.of(Facts.of(seen), Question.defaults());
    }

    private static Observation seen(Steady... gates) {
        return Observation.of(List.of(gates).stream().map(Steady::series).toList());
    }

    @Test
    void threeDeepAndOftener() {
        // 20 requests in flight, each with 4 calls of 50 ms, each call with a connection for 10 ms of it.
        Observation seen = seen(
                        Steady.gate("requests", 20, 50, 0.4).waiting(30).inside("calls", 4, 0.1, 0.2),
                        Steady.gate("calls", 10, 200, 0.05).waiting(20).inside("sockets", 1, 0, 0.01),
                        Steady.gate("sockets", 40, 200, 0.01))
                .withLoad(Load.backlog());
        WhatIf whatIf = whatIf(seen);
        assertThat(whatIf.selfCheck()).isCloseTo(0, within(0.03));
        assertThat(Binding.of(Facts.of(seen)).binding()).containsExactly("calls");
        // Without waits a request takes 300 ms: 20 / 0.3.
        assertThat(whatIf.arm(Map.of("calls", 40), java.util.Set.of()).expected())
                .isCloseTo(66.7, within(2.0));
    }

    /** 28 calls in blocks of 7 at once: a request of 1.4 s holds a connection of which 7 calls at a time need slots. */
    @Test
    void callsThatRunAtOnce() {
        Observation seen = Observation.of(List.of(
                        atOnce(14, 10, 1.4, 28, 9.8),
                        Steady.gate("http", 200, 280, 0.35).series()))
                .withLoad(Load.backlog());
        WhatIf whatIf = whatIf(seen);
        assertThat(whatIf.selfCheck()).as("14 leases of 1.4 s each").isCloseTo(0, within(0.05));
        // 50 slots: 50 / 0.35 / 28 = 5.1 requests/s is what the pool allows.
        assertThat(whatIf.arm(Map.of("http", 50), java.util.Set.of()).expected())
                .isCloseTo(5.1, within(0.3));
    }

    /** Holders are engaged all the time, with several inner visits at once. */
    private static Series atOnce(int capacity, double perSecond, double hold, double visits, double insideSum) {
        Series plain = Steady.gate("lease", capacity, perSecond, hold)
                .waiting(20)
                .inside("http", visits, 0, insideSum)
                .series();
        return new Series(plain.reads().stream()
                .map(read -> new dev.headgate.GateStats(
                        read.name(),
                        read.atNanos(),
                        read.capacity(),
                        read.inUse(),
                        read.waiting(),
                        read.entries(),
                        read.exits(),
                        0,
                        read.waitNanos(),
                        read.holdNanos(),
                        read.inUseNanos(),
                        read.waitingNanos(),
                        read.oldestHolderNanos(),
                        read.oldestWaiterNanos(),
                        read.inUseNanos(),
                        read.insides()))
                .toList());
    }

    @Test
    void partOfTheRecordsGoElsewhere() {
        Observation seen = seen(
                        Steady.gate("in-flight", 50, 200, 0.25)
                                .waiting(30)
                                .inside("sometimes", 0.3, 0.2, 0.03)
                                .inside("always", 1, 0, 0.02),
                        Steady.gate("sometimes", 6, 60, 0.1).waiting(40),
                        Steady.gate("always", 100, 200, 0.02))
                .withLoad(Load.backlog());
        WhatIf whatIf = whatIf(seen);
        assertThat(whatIf.selfCheck()).isCloseTo(0, within(0.04));
        assertThat(whatIf.arm(Map.of("sometimes", 60), java.util.Set.of()).expected())
                .isCloseTo(1_000, within(40.0));
    }
}
