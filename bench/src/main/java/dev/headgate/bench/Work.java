package dev.headgate.bench;

/** The handler of every arm but reactor-kafka's: sleeps on its own thread, then ticks the record off. */
final class Work {
    private final int latencyMillis;
    private final Ledger ledger;

    Work(int latencyMillis, Ledger ledger) {
        this.latencyMillis = latencyMillis;
        this.ledger = ledger;
    }

    /**
     * Blocks for the latency.
     *
     * @throws IllegalStateException when interrupted: a record whose handler was cut short must not pass for done
     */
    void handle(int partition, long offset) {
        if (latencyMillis > 0) {
            try {
                Thread.sleep(latencyMillis);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("Interrupted at " + partition + "@" + offset, e);
            }
        }
        ledger.done(partition, offset);
    }

    int latencyMillis() {
        return latencyMillis;
    }

    /** For a handler that waits in its own way: ticks the record off. */
    void done(int partition, long offset) {
        ledger.done(partition, offset);
    }
}
