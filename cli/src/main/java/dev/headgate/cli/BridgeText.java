package dev.headgate.cli;

import dev.headgate.bridge.BridgeStats;
import dev.headgate.bridge.Plan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A bridge's plan and progress in words. */
final class BridgeText {
    private BridgeText() {}

    /** What is about to be done. */
    static List<String> plan(Plan plan) {
        List<String> lines = new ArrayList<>();
        lines.add("source: Kafka " + plan.sourceVersion() + ", read by the client " + plan.client());
        lines.add("target: Kafka " + plan.targetVersion());
        int width = Math.max(
                "topic".length(),
                plan.topics().stream()
                        .mapToInt(topic -> topic.name().length())
                        .max()
                        .orElse(0));
        String form = "%-" + width + "s  %10s  %14s  %14s  %12s  %s";
        lines.add(String.format(
                Locale.ROOT, form, "topic", "partitions", "to copy", "copied before", "about", "on the target"));
        for (Plan.Topic topic : plan.topics()) {
            lines.add(String.format(
                    Locale.ROOT,
                    form,
                    topic.name(),
                    String.format(Locale.ROOT, "%,d", topic.partitions()),
                    String.format(Locale.ROOT, "%,d", topic.records()),
                    String.format(Locale.ROOT, "%,d", topic.copiedBefore()),
                    topic.bytes() < 0 ? "unknown" : size(topic.bytes()),
                    topic.targetPartitions() > 0
                            ? "there, " + topic.targetPartitions() + " partitions"
                            : "to be made, " + configs(topic)));
        }
        plan.notes().forEach(note -> lines.add("note: " + note));
        return lines;
    }

    private static String configs(Plan.Topic topic) {
        List<String> shown = topic.configs().entrySet().stream()
                .filter(config -> !config.getKey().startsWith("message.timestamp."))
                .map(config -> config.getKey() + "=" + config.getValue())
                .toList();
        return shown.isEmpty() ? "the target's defaults" : String.join(", ", shown);
    }

    /** One look at a running bridge, against the one before. */
    static List<String> progress(BridgeStats before, BridgeStats now, double seconds, double sinceBegin) {
        double rate = (now.copied() - before.copied()) / seconds;
        double bytes = (now.bytes() - before.bytes()) / seconds;
        double overall = now.ofThese() / sinceBegin;
        long left = now.toCopy() - now.ofThese();
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "bridge  %5.1f %% of %,d   %,.0f records/s, %s/s   lag %,d records   %s",
                now.toCopy() == 0 ? 100.0 : 100.0 * now.ofThese() / now.toCopy(),
                now.toCopy(),
                rate,
                size((long) bytes),
                now.lagRecords(),
                left <= 0
                        ? "caught up with the start"
                        : overall > 0 ? "about " + time(left / overall) + " left" : "time left unknown"));
        now.troubles().forEach(trouble -> lines.add("        waiting: " + trouble));
        return lines;
    }

    static String size(long bytes) {
        double value = bytes;
        String[] units = {"B", "KiB", "MiB", "GiB", "TiB"};
        int unit = 0;
        while (value >= 1024 && unit < units.length - 1) {
            value /= 1024;
            unit++;
        }
        return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.1f %s", value, units[unit]);
    }

    private static String time(double seconds) {
        Duration time = Duration.ofSeconds((long) Math.ceil(seconds));
        return time.toHours() > 0
                ? time.toHours() + " h " + time.toMinutesPart() + " min"
                : time.toMinutes() > 0
                        ? time.toMinutes() + " min " + time.toSecondsPart() + " s"
                        : time.toSeconds() + " s";
    }
}
