package dev.headgate.lab;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What came out of a run of the lab. */
public final class LabResult {
    private final List<Outcome> outcomes;
    private final List<String> table;
    private final Map<String, @Nullable Object> report;

    LabResult(LabOptions options, List<Outcome> outcomes) {
        this.outcomes = List.copyOf(outcomes);
        this.table = LabTable.lines(outcomes);
        this.report = LabReport.of(options, outcomes);
    }

    LabResult(Comparison comparison) {
        this.outcomes = List.of();
        this.table = comparison.lines();
        this.report = comparison.report();
    }

    /** For a person, line by line. */
    public List<String> table() {
        return table;
    }

    /** For a program: text, numbers, truth values, null, lists and maps alone. Fields are added, never renamed. */
    public Map<String, @Nullable Object> report() {
        return report;
    }

    List<Outcome> outcomes() {
        return outcomes;
    }
}
