package dev.headgate.doctor.probe;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The text in which services show their meters: the exposition format of Prometheus, 0.0.4, and that of OpenMetrics 1.0, which
 * differ in comments, in {@code # EOF}, and in exemplars behind a value. Timestamps and exemplars are read over.
 *
 * <p>One line that cannot be read is left out and counted, since a page may be cut off or come from a library with a fault; a page on which
 * more lines than a few cannot be read is none.
 */
final class MetricsText {
    /** Of the lines that are no comments. */
    private static final double MOST_UNREADABLE = 0.1;

    private static final int SHOWN = 60;

    private final String line;
    private int at;

    private MetricsText(String line) {
        this.line = line;
    }

    /**
     * Reads a page.
     *
     * @param source where it is from, for the message
     * @throws MetricsException if it is empty, or is something else
     */
    static Page parse(String text, String source) {
        List<Sample> samples = new ArrayList<>();
        int unreadable = 0;
        String firstUnreadable = "";
        for (String line : (Iterable<String>) text.lines()::iterator) {
            String trimmed = line.strip();
            if (trimmed.isEmpty() || trimmed.charAt(0) == '#') {
                continue;
            }
            Sample sample = new MetricsText(trimmed).sample();
            if (sample != null) {
                samples.add(sample);
            } else if (unreadable++ == 0) {
                firstUnreadable = trimmed;
            }
        }
        if (samples.isEmpty() && unreadable == 0) {
            throw new MetricsException(source + " is empty: no meter is on it. " + WHERE);
        }
        if (unreadable > MOST_UNREADABLE * (samples.size() + unreadable)) {
            throw new MetricsException(source + " is no page of meters: it has '"
                    + firstUnreadable.substring(0, Math.min(SHOWN, firstUnreadable.length())) + "'. " + WHERE);
        }
        return new Page(samples);
    }

    private static final String WHERE =
            "Give the address of the Prometheus page: /actuator/prometheus with Spring Boot, /q/metrics with Quarkus";

    private @Nullable Sample sample() {
        String name = word();
        if (name.isEmpty()) {
            return null;
        }
        Map<String, String> labels = new LinkedHashMap<>();
        if (at < line.length() && line.charAt(at) == '{' && !labels(labels)) {
            return null;
        }
        blanks();
        int from = at;
        while (at < line.length() && !Character.isWhitespace(line.charAt(at))) {
            at++;
        }
        try {
            return new Sample(name, labels, number(line.substring(from, at)));
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private static double number(String text) {
        return switch (text) {
            case "+Inf", "Inf" -> Double.POSITIVE_INFINITY;
            case "-Inf" -> Double.NEGATIVE_INFINITY;
            case "" -> throw new NumberFormatException("nothing");
            default -> Double.parseDouble(text);
        };
    }

    /** Reads what stands in braces; false if that is not as it should be. */
    private boolean labels(Map<String, String> labels) {
        at++;
        while (true) {
            blanks();
            if (at >= line.length()) {
                return false;
            }
            if (line.charAt(at) == '}') {
                at++;
                return true;
            }
            String label = word();
            blanks();
            if (label.isEmpty() || !take('=')) {
                return false;
            }
            blanks();
            String value = quoted();
            if (value == null) {
                return false;
            }
            labels.put(label, value);
            blanks();
            if (at < line.length() && line.charAt(at) != '}' && !take(',')) {
                return false;
            }
        }
    }

    private @Nullable String quoted() {
        if (!take('"')) {
            return null;
        }
        StringBuilder value = new StringBuilder();
        while (at < line.length()) {
            char c = line.charAt(at++);
            if (c == '"') {
                return value.toString();
            }
            if (c == '\\' && at < line.length()) {
                char escaped = line.charAt(at++);
                value.append(escaped == 'n' ? '\n' : escaped);
            } else {
                value.append(c);
            }
        }
        return null;
    }

    private String word() {
        int from = at;
        while (at < line.length() && wordy(line.charAt(at))) {
            at++;
        }
        return line.substring(from, at);
    }

    private static boolean wordy(char c) {
        return (c >= 'a' && c <= 'z')
                || (c >= 'A' && c <= 'Z')
                || (c >= '0' && c <= '9')
                || c == '_'
                || c == ':'
                || c == '.';
    }

    private boolean take(char c) {
        if (at < line.length() && line.charAt(at) == c) {
            at++;
            return true;
        }
        return false;
    }

    private void blanks() {
        while (at < line.length() && (line.charAt(at) == ' ' || line.charAt(at) == '\t')) {
            at++;
        }
    }
}
