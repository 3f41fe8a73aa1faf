package dev.headgate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ScopeChainTest {

    /** Enters the next gate before it leaves the last, as one walks along a list whose nodes are locked. */
    @Test
    void goingHandOverHandKeepsNoEndedHoldings() throws InterruptedException {
        Gate gate = Gate.named("hand over hand").capacity(2).open();
        Pass last = gate.enter();
        for (int i = 0; i < 1_000; i++) {
            Pass next = gate.enter();
            last.close();
            last = next;
        }
        int kept = 0;
        for (Holding holding = Holding.current(); holding != null; holding = holding.outer) {
            kept++;
        }
        last.close();
        assertThat(kept).isLessThanOrEqualTo(2);
        assertThat(Holding.current()).isNull();
    }
}
