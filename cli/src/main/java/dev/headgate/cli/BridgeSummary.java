package dev.headgate.cli;

import dev.headgate.bridge.BridgeStats;
import dev.headgate.bridge.GroupMove;
import dev.headgate.bridge.Verified;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a bridge's run came to.
 *
 * @param seconds of copying
 * @param verified whether both sides were compared; {@code partitions} is empty where not
 * @param verdict the doctor's, in lines
 */
record BridgeSummary(
        BridgeStats stats,
        double seconds,
        List<GroupMove> groups,
        boolean verified,
        List<Verified> partitions,
        List<String> verdict) {

    /** Whether all came out as it was asked for. */
    boolean complete() {
        return partitions.stream().allMatch(Verified::same) && groups.stream().allMatch(GroupMove::moved);
    }

    /** What did not. */
    String complaint() {
        long other = partitions.stream().filter(one -> !one.same()).count();
        return other > 0
                ? "the two sides differ in " + other + " of " + partitions.size() + " partitions (see the table)"
                : "not every group could be carried over (see the table)";
    }

    List<String> lines() {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add(String.format(
                Locale.ROOT,
                "copied %,d records, %s, in %.1f s: %,.0f records/s, %s/s; lag %,d records",
                stats.copied(),
                BridgeText.size(stats.bytes()),
                seconds,
                stats.copied() / seconds,
                BridgeText.size((long) (stats.bytes() / seconds)),
                stats.lagRecords()));
        if (stats.dead() + stats.dropped() + stats.lostToRetention() + stats.restarts() > 0) {
            lines.add(String.format(
                    Locale.ROOT,
                    "dead-lettered %,d, left out by the transform %,d, deleted by the source before they were read %,d; begun again %,d times",
                    stats.dead(),
                    stats.dropped(),
                    stats.lostToRetention(),
                    stats.restarts()));
        }
        if (verified) {
            verification(lines);
        }
        if (!groups.isEmpty()) {
            groups(lines);
        }
        lines.addAll(verdict);
        return lines;
    }

    private void verification(List<String> lines) {
        int width = width(partitions.stream().map(Verified::topic).toList(), "topic");
        String form = "%-" + width + "s %9s %14s %14s %14s %14s  %s";
        lines.add(String.format(
                Locale.ROOT, form, "topic", "partition", "from", "to", "source has", "target has", "content"));
        for (Verified one : partitions) {
            lines.add(String.format(
                    Locale.ROOT,
                    form,
                    one.topic(),
                    one.partition(),
                    number(one.from()),
                    number(one.to()),
                    number(one.source()),
                    number(one.target()),
                    one.same() ? "the same" : "DIFFERS"));
        }
    }

    private void groups(List<String> lines) {
        int group = width(groups.stream().map(GroupMove::group).toList(), "group");
        int topic = width(groups.stream().map(GroupMove::topic).toList(), "topic");
        String form = "%-" + group + "s  %-" + topic + "s %9s %14s %14s  %s";
        lines.add(
                String.format(Locale.ROOT, form, "group", "topic", "partition", "on the source", "on the target", ""));
        for (GroupMove one : groups) {
            lines.add(String.format(
                            Locale.ROOT,
                            form,
                            one.group(),
                            one.topic(),
                            one.partition(),
                            number(one.sourceOffset()),
                            one.moved() ? number(one.targetOffset()) : "not moved",
                            one.problem())
                    .stripTrailing());
        }
    }

    private static int width(List<String> words, String heading) {
        return Math.max(
                heading.length(), words.stream().mapToInt(String::length).max().orElse(0));
    }

    private static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /** Fields as the design lists them, and more; lost and duplicated are known only where both sides were compared. */
    Map<String, @Nullable Object> report() {
        Map<String, @Nullable Object> report = new LinkedHashMap<>();
        report.put("copied", stats.copied());
        report.put("bytes", stats.bytes());
        report.put("seconds", seconds);
        report.put("perSecond", stats.copied() / seconds);
        report.put(
                "lost", verified ? partitions.stream().mapToLong(Verified::lost).sum() : null);
        report.put(
                "duplicated",
                verified ? partitions.stream().mapToLong(Verified::duplicated).sum() : null);
        report.put("sameContent", verified ? partitions.stream().allMatch(Verified::same) : null);
        report.put("lagRecords", stats.lagRecords());
        report.put("dead", stats.dead());
        report.put("dropped", stats.dropped());
        report.put("lostToRetention", stats.lostToRetention());
        report.put("restarts", stats.restarts());
        report.put("partitions", partitions);
        report.put("groups", groups);
        report.put("verdict", verdict);
        return report;
    }
}
