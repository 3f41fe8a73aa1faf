package dev.headgate.systems.hotelads;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as people write them: {@code 20ms}, {@code 1.5s}, {@code 2m}, {@code 1h}. */
public final class Durations {
    private static final Pattern SHAPE = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,6})?)(us|ms|s|m|h)");

    private Durations() {}

    /**
     * Reads a number with a unit of us, ms, s, m or h.
     *
     * @throws IllegalArgumentException if it cannot be read, with a message that says so
     */
    public static Duration parse(String text) {
        Matcher matcher = SHAPE.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no duration: give a number and a unit, such as 20ms, 1.5s or 2m");
        }
        double unit = switch (matcher.group(2)) {
            case "us" -> 1e3;
            case "ms" -> 1e6;
            case "s" -> 1e9;
            case "m" -> 60e9;
            default -> 3600e9;
        };
        return Duration.ofNanos(Math.round(Double.parseDouble(matcher.group(1)) * unit));
    }

    /** The shortest text that {@link #parse} reads back, to the microsecond. */
    public static String text(Duration duration) {
        long micros = duration.toNanos() / 1000;
        if (micros % 1000 != 0) {
            return micros + "us";
        }
        long millis = micros / 1000;
        if (millis % 1000 != 0) {
            return millis + "ms";
        }
        long seconds = millis / 1000;
        if (seconds % 60 != 0 || seconds == 0) {
            return seconds + "s";
        }
        return seconds % 3600 == 0 ? seconds / 3600 + "h" : seconds / 60 + "m";
    }
}
