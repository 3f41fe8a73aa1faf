package dev.headgate.systems.hotelads;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** How long a service takes for one call, once it has begun with it: a distribution. Immutable. */
public sealed interface Latency {

    /** One draw, 0 or more. */
    Duration sample(RandomGenerator random);

    /** The same time for every call. */
    record Constant(Duration time) implements Latency {
        @Override
        public Duration sample(RandomGenerator random) {
            return time;
        }

        @Override
        public String toString() {
            return Durations.text(time);
        }
    }

    /** Any time between two, all equally likely. */
    record Uniform(Duration from, Duration to) implements Latency {
        public Uniform {
            if (to.compareTo(from) < 0) {
                throw new IllegalArgumentException("uniform latency ends before it begins");
            }
        }

        @Override
        public Duration sample(RandomGenerator random) {
            return from.plusNanos((long) (random.nextDouble() * to.minus(from).toNanos()));
        }

        @Override
        public String toString() {
            return "uniform:" + Durations.text(from) + ":" + Durations.text(to);
        }
    }

    /**
     * Times whose logarithm is normal: most calls are quick, a few take many times as long. If the logarithm has standard
     * deviation s = ln(spread), the mean is median * exp(s * s / 2); the median is chosen for the wanted mean. Cutting at
     * {@code worst} lowers the mean a little.
     *
     * @param mean the mean before the cut
     * @param spread the factor above and below the median within which about two calls of three stay; 1 or more
     * @param worst no call takes longer
     */
    record LogNormal(Duration mean, double spread, Duration worst) implements Latency {
        public LogNormal {
            if (!(spread >= 1 && spread <= 100)) {
                throw new IllegalArgumentException("the spread must lie between 1 and 100");
            }
            if (worst.compareTo(mean) < 0) {
                throw new IllegalArgumentException("the worst case lies below the mean");
            }
        }

        @Override
        public Duration sample(RandomGenerator random) {
            double s = Math.log(spread);
            double median = mean.toNanos() * Math.exp(-s * s / 2);
            double drawn = median * Math.exp(s * random.nextGaussian());
            return Duration.ofNanos((long) Math.min(drawn, worst.toNanos()));
        }

        @Override
        public String toString() {
            return "lognormal:" + Durations.text(mean) + ":" + spread + ":" + Durations.text(worst);
        }
    }

    /** What {@link #parse} reads, for messages and help texts. */
    String SYNTAX = "20ms, uniform:10ms:30ms or lognormal:MEAN:SPREAD[:WORST] such as lognormal:7s:2:30s";

    /**
     * Reads {@link #SYNTAX}; without a worst case a log-normal latency is cut at 20 times its mean.
     *
     * @throws IllegalArgumentException if it cannot be read, with a message that says so
     */
    static Latency parse(String text) {
        String[] parts = text.split(":", -1);
        try {
            if (parts.length == 1) {
                return new Constant(Durations.parse(text));
            }
            if (parts[0].equals("uniform") && parts.length == 3) {
                return new Uniform(Durations.parse(parts[1]), Durations.parse(parts[2]));
            }
            if (parts[0].equals("lognormal") && (parts.length == 3 || parts.length == 4)) {
                Duration mean = Durations.parse(parts[1]);
                Duration worst = parts.length == 4 ? Durations.parse(parts[3]) : mean.multipliedBy(20);
                return new LogNormal(mean, Double.parseDouble(parts[2]), worst);
            }
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no latency (" + e.getMessage() + "): give " + SYNTAX, e);
        }
        throw new IllegalArgumentException("'" + text + "' is no latency: give " + SYNTAX);
    }
}
