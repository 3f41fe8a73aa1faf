package dev.headgate.doctor;

import java.util.ArrayList;
import java.util.List;

/** A verdict in words, the first line first. */
public final class VerdictText {

    private VerdictText() {}

    /** The lines, without line ends. One line when there is nothing to do. */
    public static List<String> of(Verdict verdict) {
        List<String> lines = new ArrayList<>();
        lines.add("Throughput %.0f/s. %s".formatted(verdict.throughput(), String.join(", ", verdict.named())));
        return lines;
    }
}
