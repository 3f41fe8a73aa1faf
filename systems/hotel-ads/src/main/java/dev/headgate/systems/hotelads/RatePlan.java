package dev.headgate.systems.hotelads;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/**
 * How many prices arrive, and when: one rate after the other. Open loop: a price is due at its time whether or not anything
 * keeps up.
 *
 * @param steps at least one
 */
public record RatePlan(List<Step> steps) {

    /**
     * A rate for a time.
     *
     * @param perSecond records/s, 1 to 1,000,000
     * @param time how long, 1 ms or more
     */
    public record Step(int perSecond, Duration time) {
        public Step {
            if (perSecond < 1 || perSecond > 1_000_000) {
                throw new IllegalArgumentException(
                        "a rate must lie between 1 and 1000000 records/s, but is " + perSecond);
            }
            if (time.toMillis() < 1) {
                throw new IllegalArgumentException("a rate must be given for 1 ms or more");
            }
        }

        long records() {
            return perSecond * time.toNanos() / 1_000_000_000L;
        }
    }

    public RatePlan {
        steps = List.copyOf(steps);
        if (steps.isEmpty()) {
            throw new IllegalArgumentException("a rate plan needs at least one rate");
        }
    }

    public static RatePlan constant(int perSecond, Duration time) {
        return new RatePlan(List.of(new Step(perSecond, time)));
    }

    /**
     * Reads {@code 20000x60s,500x60s}.
     *
     * @throws IllegalArgumentException if it cannot be read, with a message that says so
     */
    public static RatePlan parse(String text) {
        return new RatePlan(
                Arrays.stream(text.split(",", -1)).map(RatePlan::step).toList());
    }

    private static Step step(String text) {
        String[] parts = text.split("x", -1);
        try {
            if (parts.length == 2 && !parts[1].isEmpty()) {
                return new Step(Integer.parseInt(parts[0]), Durations.parse(parts[1]));
            }
        } catch (NumberFormatException e) {
            // The message below says what is wanted.
        }
        throw new IllegalArgumentException(
                "'" + text + "' is no step of a rate plan: give rates and times such as 20000x60s,500x60s");
    }

    /** The whole plan's time. */
    public Duration time() {
        return steps.stream().map(Step::time).reduce(Duration.ZERO, Duration::plus);
    }

    /** How many records the whole plan asks for. */
    public long records() {
        return steps.stream().mapToLong(Step::records).sum();
    }

    /** How many records are due once so many nanoseconds have passed. O(steps). */
    long dueAfter(long nanos) {
        long due = 0;
        long left = nanos;
        for (Step step : steps) {
            long length = step.time().toNanos();
            if (left < length) {
                return due + (long) (step.perSecond() * (left / 1e9));
            }
            due += step.records();
            left -= length;
        }
        return due;
    }

    @Override
    public String toString() {
        return steps.stream()
                .map(step -> step.perSecond() + "x" + Durations.text(step.time()))
                .collect(Collectors.joining(","));
    }
}
