package dev.headgate.bench;

import java.util.List;

/**
 * What {@link IntakeBench} is to run.
 *
 * @param rounds   how often every arm of every cell runs, 1 to 20; figures are medians over rounds
 * @param cells    names of cells, such as {@code 10ms-1000}; empty for all
 * @param arms     names of arms, such as {@code parallel-consumer} or {@code bare-virtual-threads}; empty for all. Without
 *                 the bare arm with virtual threads, the targets measured by it cannot be told
 * @param quick    topics of a tenth of the size and windows of 3 s instead of 8 s: shows that everything runs, but the JIT
 *                 compiler has hardly finished, so the figures are low
 * @param jvmFlags the same for every arm, in addition to {@link #HEAP_FLAGS}
 */
public record BenchOptions(int rounds, List<String> cells, List<String> arms, boolean quick, List<String> jvmFlags) {
    /** Heap and collector of every arm: 3 GiB, since one of the peers is known to use 2.5. */
    public static final List<String> HEAP_FLAGS = List.of("-Xms512m", "-Xmx3g", "-XX:+UseG1GC");

    private static final int MOST_ROUNDS = 20;

    /**
     * Checks the names.
     *
     * @throws IllegalArgumentException if a name is unknown or the rounds out of range; the message says what is possible
     */
    public BenchOptions {
        if (rounds < 1 || rounds > MOST_ROUNDS) {
            throw new IllegalArgumentException(
                    "Rounds must be 1 to " + MOST_ROUNDS + ", not " + rounds + "; 3 take about a quarter of an hour.");
        }
        cells = List.copyOf(cells);
        arms = List.copyOf(arms);
        jvmFlags = List.copyOf(jvmFlags);
        cells.forEach(Cell::named);
        arms.forEach(Arm::named);
    }

    /** Three rounds of everything: about a quarter of an hour. */
    public static BenchOptions defaults() {
        return new BenchOptions(3, List.of(), List.of(), false, List.of());
    }

    public BenchOptions withRounds(int other) {
        return new BenchOptions(other, cells, arms, quick, jvmFlags);
    }

    public BenchOptions withCells(List<String> others) {
        return new BenchOptions(rounds, others, arms, quick, jvmFlags);
    }

    public BenchOptions withArms(List<String> others) {
        return new BenchOptions(rounds, cells, others, quick, jvmFlags);
    }

    public BenchOptions withQuick(boolean other) {
        return new BenchOptions(rounds, cells, arms, other, jvmFlags);
    }

    public BenchOptions withJvmFlags(List<String> others) {
        return new BenchOptions(rounds, cells, arms, quick, others);
    }

    List<Cell> chosenCells() {
        List<Cell> all = cells.isEmpty()
                ? Cell.ALL
                : cells.stream().map(Cell::named).distinct().toList();
        return quick ? all.stream().map(Cell::quick).toList() : all;
    }

    List<Arm> chosenArms() {
        return arms.isEmpty()
                ? List.of(Arm.values())
                : arms.stream().map(Arm::named).distinct().toList();
    }
}
