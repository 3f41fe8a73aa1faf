package dev.headgate.testkit;

import java.util.ArrayList;
import java.util.List;

/** What a checker found wrong: how often, and the first 20 examples. Used under the lock of {@link Guarantees}. */
public final class Findings {

    private static final int EXAMPLES = 20;

    private final String guarantee;
    private final List<String> examples = new ArrayList<>();
    private long count;
    private boolean broken;

    /** {@code guarantee} is what should hold, as the head of the message. */
    public Findings(String guarantee) {
        this.guarantee = guarantee;
    }

    /** Adds a violation. The message names partition, offset, key, threads and times as far as they are known. */
    public void add(String message) {
        broken = true;
        note(message);
    }

    /** Counts something that is no violation by itself; {@link #breaks} decides later. */
    void note(String message) {
        count++;
        if (examples.size() < EXAMPLES) {
            examples.add(message);
        }
    }

    /** Declares the counted to be a violation. */
    void breaks() {
        broken = true;
    }

    /** How many were added. */
    public long count() {
        return count;
    }

    /** Whether nothing is wrong. */
    public boolean isEmpty() {
        return !broken;
    }

    /** The first 20. */
    public List<String> examples() {
        return List.copyOf(examples);
    }

    @Override
    public String toString() {
        if (isEmpty()) {
            return guarantee + ": kept";
        }
        StringBuilder text =
                new StringBuilder(guarantee).append(": broken ").append(count).append(" times");
        examples.forEach(example -> text.append("\n    ").append(example));
        if (count > examples.size()) {
            text.append("\n    ... and ").append(count - examples.size()).append(" more");
        }
        return text.toString();
    }
}
