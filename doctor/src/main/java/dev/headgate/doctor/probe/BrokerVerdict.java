package dev.headgate.doctor.probe;

import dev.headgate.doctor.Confidence;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What two looks at a broker say.
 *
 * <p>A broker counts conversions whenever it builds a batch anew, and it does so for two reasons: the batch has an old format, or its
 * codec is not the one that {@code compression.type} demands. So old clients are blamed only where Produce requests of old versions
 * came in while the counter moved.
 *
 * @param conversion whether batches are written anew, and why
 * @param rates the figures; null when the looks cannot be compared
 * @param confidence how far to rely on it
 */
public record BrokerVerdict(Conversion conversion, @Nullable BrokerRates rates, Confidence confidence) {

    /** Fewer messages say too little. */
    private static final int ENOUGH = 200;
    /** From this major version on, brokers store today's message format alone. */
    private static final int ONE_FORMAT = 4;

    /** The verdict on the time between two looks at the same broker. A pure function. */
    public static BrokerVerdict of(BrokerReading first, BrokerReading second) {
        if (second.atNanos() <= first.atNanos()) {
            throw new IllegalArgumentException("The second reading is not later than the first one: " + second.atNanos()
                    + " ns and " + first.atNanos() + " ns");
        }
        if (BrokerRates.wentBack(first, second)) {
            return new BrokerVerdict(
                    new Conversion.Unknown("the broker was started anew between the two looks, or its counters were"),
                    null,
                    cannotTell("look again, twice, while the broker runs"));
        }
        BrokerRates rates = BrokerRates.between(first, second);
        if (rates.conversionsPerSecond() == 0) {
            return unconverted(rates);
        }
        if (rates.oldProducePerSecond() > 0) {
            return upConverted(rates);
        }
        if (rates.modernProducePerSecond() > 0) {
            return recompressed(rates, second.version());
        }
        return new BrokerVerdict(
                new Conversion.Unknown("batches were written anew, but no Produce request ended between the two looks"),
                rates,
                cannotTell("watch for longer"));
    }

    /** The verdict in words, the finding in the first line, then the figures and what to do. */
    public List<String> lines() {
        return BrokerVerdictText.lines(this);
    }

    private static BrokerVerdict unconverted(BrokerRates rates) {
        if (rates.messages() == 0) {
            return new BrokerVerdict(
                    new Conversion.Unknown("no producer wrote between the two looks"),
                    rates,
                    cannotTell("watch while producers write"));
        }
        return new BrokerVerdict(new Conversion.None(), rates, graded(rates, List.of(), "watch for longer"));
    }

    private static BrokerVerdict upConverted(BrokerRates rates) {
        double modern = rates.modernProducePerSecond();
        if (modern == 0) {
            return new BrokerVerdict(
                    new Conversion.UpConverted(false), rates, graded(rates, List.of(), "watch for longer"));
        }
        String rival = String.format(
                Locale.ROOT,
                "recompression by compression.type has a part in it: %.0f %% of the messages are written anew, and %.1f %% of"
                        + " the Produce requests are of old versions",
                100 * Math.min(1, rates.conversionsPerSecond() / rates.messagesPerSecond()),
                100 * rates.oldProducePerSecond() / (rates.oldProducePerSecond() + modern));
        return new BrokerVerdict(
                new Conversion.UpConverted(true),
                rates,
                graded(
                        rates,
                        List.of(rival),
                        "compression.type of the topics that have conversions, and who writes to them"));
    }

    private static BrokerVerdict recompressed(BrokerRates rates, String version) {
        List<String> rivals = new ArrayList<>();
        if (major(version) < ONE_FORMAT) {
            rivals.add(
                    "an old message format demanded by message.format.version, where the brokers' protocol version is"
                            + " below 3.0");
        }
        return new BrokerVerdict(
                new Conversion.Recompressed(),
                rates,
                graded(rates, rivals, "compression.type of the topics that have conversions"));
    }

    private static Confidence graded(BrokerRates rates, List<String> rivals, String decider) {
        List<String> failed = rates.messages() < ENOUGH
                ? List.of("only " + rates.messages() + " messages came between the two looks, and " + ENOUGH
                        + " are wanted")
                : List.of();
        return failed.isEmpty() && rivals.isEmpty()
                ? new Confidence(Confidence.Grade.LIKELY, failed, rivals, "")
                : new Confidence(Confidence.Grade.CONSISTENT_WITH, failed, rivals, decider);
    }

    private static Confidence cannotTell(String decider) {
        return new Confidence(Confidence.Grade.CANNOT_TELL, List.of(), List.of(), decider);
    }

    /** 0 when it does not say. */
    private static int major(String version) {
        String digits = version.split("\\.", 2)[0];
        return digits.matches("\\d{1,4}") ? Integer.parseInt(digits) : 0;
    }
}
