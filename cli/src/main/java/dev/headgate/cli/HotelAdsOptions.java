package dev.headgate.cli;

import dev.headgate.kafka.Ordering;
import dev.headgate.systems.hotelads.Delay;
import dev.headgate.systems.hotelads.Latency;
import dev.headgate.systems.hotelads.Pipeline;
import dev.headgate.systems.hotelads.Prices;
import dev.headgate.systems.hotelads.PricingBehaviour;
import dev.headgate.systems.hotelads.RatePlan;
import dev.headgate.systems.hotelads.Setup;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options of {@code run hotel-ads} alone. */
final class HotelAdsOptions {
    private static final int DEFAULT_RATE = 2_500;
    private static final Duration DEFAULT_TIME = Duration.ofSeconds(30);
    private static final Duration DEFAULT_LIFE = Duration.ofSeconds(60);

    /** The ways of {@link Delay}. */
    enum DelayKind {
        NONE,
        HOLD,
        FINISHED_FLAG;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    @Option(
            names = "--latency",
            paramLabel = "LATENCY",
            defaultValue = "20ms",
            converter = LatencyConverter.class,
            description =
                    "How long the pricing server works on a call: " + Latency.SYNTAX + " (default: ${DEFAULT-VALUE}).")
    Latency latency = new Latency.Constant(Duration.ofMillis(20));

    @Option(
            names = "--server-capacity",
            paramLabel = "N",
            defaultValue = "400",
            description = "How many calls the pricing server works on at once (default: ${DEFAULT-VALUE}).")
    int serverCapacity;

    @Option(
            names = "--failure-rate",
            paramLabel = "SHARE",
            defaultValue = "0",
            description = "The share of pricing calls that fail, 0 to 1 (default: ${DEFAULT-VALUE}).")
    double failureRate;

    @Option(
            names = "--in-flight",
            paramLabel = "N",
            defaultValue = "1000",
            description = "How many prices are handled at once (default: ${DEFAULT-VALUE}).")
    int inFlight;

    @Option(
            names = "--offers-capacity",
            paramLabel = "N",
            defaultValue = "400",
            description = "Slots of the gate offers-grpc (default: ${DEFAULT-VALUE}).")
    int offersCapacity;

    @Option(
            names = "--ads-capacity",
            paramLabel = "N",
            defaultValue = "64",
            description = "Slots of the gate ads-http (default: ${DEFAULT-VALUE}).")
    int adsCapacity;

    @Option(
            names = "--ordering",
            paramLabel = "ORDER",
            defaultValue = "UNORDERED",
            description =
                    "UNORDERED, BY_KEY (one price of a hotel at a time) or BY_PARTITION (default: ${DEFAULT-VALUE}).")
    Ordering ordering = Ordering.UNORDERED;

    @Option(
            names = "--delay",
            paramLabel = "HOW",
            defaultValue = "finished-flag",
            description =
                    "How to wait until the upstream is finished with a price: finished-flag, hold or none (default: ${DEFAULT-VALUE}).")
    DelayKind delay = DelayKind.FINISHED_FLAG;

    @Option(
            names = "--hold",
            paramLabel = "TIME",
            defaultValue = "75s",
            converter = RunOptions.DurationConverter.class,
            description = "With --delay hold: how long after its creation a price is due (default: ${DEFAULT-VALUE}).")
    Duration hold = Duration.ofSeconds(75);

    @Option(
            names = "--expires-after",
            paramLabel = "TIME",
            converter = RunOptions.DurationConverter.class,
            description = "How long after its creation a price expires (default: 60s, and 60s after the hold).")
    @Nullable
    Duration expiresAfter;

    @Option(names = "--latest-per-key", description = "A newer price replaces one of its hotel that has not started.")
    boolean latestPerKey;

    @Option(
            names = "--hotels",
            paramLabel = "N",
            defaultValue = "10000",
            description = "How many hotels there are (default: ${DEFAULT-VALUE}).")
    int hotels;

    @Option(
            names = "--skew",
            paramLabel = "S",
            defaultValue = "0.8",
            description =
                    "How unevenly prices fall on hotels, Zipf's exponent; 0 is evenly (default: ${DEFAULT-VALUE}).")
    double skew;

    @Option(
            names = "--unfinished",
            paramLabel = "SHARE",
            defaultValue = "0.05",
            description = "The share of prices that the upstream is not finished with (default: ${DEFAULT-VALUE}).")
    double unfinished;

    @Option(
            names = "--consumer",
            paramLabel = "NAME=VALUE",
            description = "A property of the Kafka consumer; may be repeated.")
    Map<String, String> consumer = new LinkedHashMap<>();

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "For everything random (default: ${DEFAULT-VALUE}).")
    long seed;

    /**
     * What was asked for.
     *
     * @throws IllegalArgumentException if the options contradict each other or lie out of range, with a message for the user
     */
    Setup setup(RunOptions run) {
        Delay how = switch (delay) {
            case NONE -> new Delay.None();
            case HOLD -> new Delay.Hold(hold);
            case FINISHED_FLAG -> new Delay.FinishedFlag();
        };
        Duration life = expiresAfter != null
                ? expiresAfter
                : how instanceof Delay.Hold ? hold.plus(DEFAULT_LIFE) : DEFAULT_LIFE;
        return new Setup(
                plan(run),
                new Prices(hotels, skew, life, unfinished),
                new PricingBehaviour(latency, serverCapacity, failureRate),
                new Pipeline(inFlight, offersCapacity, adsCapacity, ordering, how, latestPerKey, consumer),
                seed);
    }

    private static RatePlan plan(RunOptions run) {
        if (run.ratePlan == null) {
            return RatePlan.constant(
                    run.rate == null ? DEFAULT_RATE : run.rate, run.time == null ? DEFAULT_TIME : run.time);
        }
        if (run.rate != null || run.time != null) {
            throw new IllegalArgumentException(
                    "--rate-plan says rates and times already: leave out --rate and --for, or --rate-plan");
        }
        return RatePlan.parse(run.ratePlan);
    }

    /** Latencies, with a message that says what is wrong. */
    static final class LatencyConverter implements ITypeConverter<Latency> {
        @Override
        public Latency convert(String text) {
            try {
                return Latency.parse(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(String.valueOf(e.getMessage()));
            }
        }
    }
}
