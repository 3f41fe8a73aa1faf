package dev.headgate.bench;

import java.util.List;
import java.util.Map;

/**
 * What a bench came to. Immutable.
 *
 * <p>The report's fields stay: {@code name, rows[{arm, cell{}, perSecond, ofBound, heapMiB, cpuSeconds, redelivered, lost}]}
 * and those that {@link #report} lists besides.
 */
public final class BenchResult {
    private final BenchOptions options;
    private final List<BenchRow> rows;
    private final List<Target> targets;

    BenchResult(BenchOptions options, List<BenchRow> rows) {
        this.options = options;
        this.rows = List.copyOf(rows);
        this.targets = Targets.of(this.rows);
    }

    /**
     * For a program: maps, lists, strings and numbers, ready for any JSON writer. Rates in records/s; {@code cpuSeconds} are
     * CPU-seconds per million records from the first record on, {@code cpuSecondsSteady} over the part in which
     * {@code perSecond} is taken; null where there is nothing to say.
     */
    public Map<String, Object> report() {
        return BenchReport.of(options, rows, targets);
    }

    /** For a person: a table for each cell, the targets, and what to doubt; without line ends. */
    public List<String> table() {
        return BenchTable.lines(rows, targets);
    }

    /** Whether every target whose arms ran was met; one measured beside other load does not count as met. */
    public boolean targetsMet() {
        return targets.stream().allMatch(Target::met);
    }

    /** A line for each run that gave no figures; empty if the bench did what it was asked. */
    public List<String> failures() {
        return rows.stream()
                .flatMap(row -> row.failures().stream()
                        .map(why -> row.cell().name() + ", " + row.arm().label() + ": " + why))
                .toList();
    }
}
