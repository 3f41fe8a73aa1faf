package dev.headgate.doctor.probe;

import dev.headgate.doctor.Confidence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A verdict on a broker in words: what, the figures, what to do, how sure. */
final class BrokerVerdictText {

    private static final int TOPICS_NAMED = 5;

    private BrokerVerdictText() {}

    static List<String> lines(BrokerVerdict verdict) {
        List<String> lines = new ArrayList<>();
        BrokerRates rates = verdict.rates();
        lines.add(finding(verdict.conversion(), rates) + " ("
                + verdict.confidence().grade() + ")");
        if (rates != null) {
            figures(rates, lines);
            toDo(verdict.conversion(), rates, lines);
        }
        doubts(verdict.confidence(), lines);
        return lines;
    }

    private static String finding(Conversion conversion, @Nullable BrokerRates rates) {
        return switch (conversion) {
            case Conversion.UpConverted up ->
                "Up-conversion: the broker writes " + share(rates)
                        + " anew, because producers of old versions send an old message format.";
            case Conversion.Recompressed re ->
                "Recompression: the broker writes " + share(rates)
                        + " anew, although all producers send the current message format: their codec is not the one"
                        + " that compression.type of the topic or broker demands.";
            case Conversion.None none -> "No conversion: the broker stores batches as they come.";
            case Conversion.Unknown unknown -> "Cannot tell whether batches are converted: " + unknown.reason() + ".";
        };
    }

    private static String share(@Nullable BrokerRates rates) {
        return rates == null
                ? "messages"
                : whole(rates.conversionsPerSecond()) + " of " + whole(rates.messagesPerSecond()) + " messages/s";
    }

    private static void figures(BrokerRates rates, List<String> lines) {
        lines.add("  Produce requests  " + produce(rates.producePerSecond()));
        if (!rates.conversionsByTopic().isEmpty()) {
            lines.add("  written anew      " + topics(rates.conversionsByTopic()));
        }
        if (rates.fetchConversionsPerSecond() > 0) {
            lines.add("  converted back    " + whole(rates.fetchConversionsPerSecond())
                    + " messages/s, for consumers older than 0.11");
        }
        RequestHandlers handlers = rates.handlers();
        lines.add(String.format(
                Locale.ROOT,
                "  request handlers  %sbusy %s%.0f %%, %.2f requests waiting%s",
                handlers.threads() == 0 ? "" : handlers.threads() + " threads, ",
                handlers.atMost() ? "at most " : "",
                100 * handlers.busyShare(),
                handlers.waiting(),
                handlers.full() ? ": they bind" : ""));
        lines.add(String.format(
                Locale.ROOT,
                "  broker's CPU      %.2f of %d cores%s",
                rates.cores(),
                rates.processors(),
                rates.messages() == 0
                        ? ""
                        : String.format(Locale.ROOT, ", %.2f s per million messages", rates.cpuSecondsPerMillion())));
    }

    private static String produce(Map<Integer, Double> perSecond) {
        return perSecond.isEmpty()
                ? "none"
                : new TreeMap<>(perSecond)
                        .entrySet().stream()
                                .map(entry -> rate(entry.getValue()) + " of version " + entry.getKey() + " ("
                                        + clients(entry.getKey()) + ")")
                                .collect(Collectors.joining(", "));
    }

    /** Which clients send that version of Produce. */
    private static String clients(int version) {
        return switch (version) {
            case 0 -> "clients of 0.8";
            case 1 -> "clients of 0.9";
            case 2 -> "clients of 0.10";
            default -> "clients of 0.11 or newer";
        };
    }

    private static String topics(Map<String, Double> perSecond) {
        String named = perSecond.entrySet().stream()
                .sorted(Map.Entry.<String, Double>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(TOPICS_NAMED)
                .map(entry -> entry.getKey() + " " + rate(entry.getValue()))
                .collect(Collectors.joining(", "));
        int more = perSecond.size() - TOPICS_NAMED;
        return named + (more > 0 ? " and " + more + " more topics" : "");
    }

    private static void toDo(Conversion conversion, BrokerRates rates, List<String> lines) {
        switch (conversion) {
            case Conversion.UpConverted up -> {
                lines.add("  to do: move the producers of old versions to a client of 0.11 or newer, or let the bridge"
                        + " write for them; kafka.request.logger names them. Keep compression.type at producer: another"
                        + " one has current batches written anew, too");
                if (up.mixed()) {
                    lines.add(
                            "  before that: compare compression.type of the topics with the codecs of their producers");
                }
            }
            case Conversion.Recompressed re ->
                lines.add(
                        "  to do: set compression.type=producer for these topics, or give their producers the codec that"
                                + " the topics demand; newer clients would change nothing");
            case Conversion.None none -> {
                if (rates.oldProducePerSecond() > 0) {
                    lines.add("  producers of old versions write, and what they send is stored in its old format");
                }
            }
            case Conversion.Unknown unknown -> {}
        }
    }

    private static void doubts(Confidence confidence, List<String> lines) {
        confidence.failedChecks().forEach(failed -> lines.add("  check failed: " + failed));
        confidence.rivals().forEach(rival -> lines.add("  not excluded: " + rival));
        if (!confidence.decider().isEmpty()) {
            lines.add("  would decide: " + confidence.decider());
        }
    }

    private static String whole(double value) {
        return String.format(Locale.ROOT, "%,.0f", value);
    }

    private static String rate(double perSecond) {
        return String.format(Locale.ROOT, perSecond < 10 ? "%.1f/s" : "%,.0f/s", perSecond);
    }
}
