package dev.headgate.lab;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What came out of a run of the lab. */
public final class LabResult {
    private final LabOptions options;
    private final List<Outcome> outcomes;

    LabResult(LabOptions options, List<Outcome> outcomes) {
        this.options = options;
        this.outcomes = List.copyOf(outcomes);
    }

    /** For a person, line by line. */
    public List<String> table() {
        return LabTable.lines(outcomes);
    }

    /** For a program: text, numbers, truth values, null, lists and maps alone. Fields are added, never renamed. */
    public Map<String, @Nullable Object> report() {
        return LabReport.of(options, outcomes);
    }

    List<Outcome> outcomes() {
        return outcomes;
    }
}
