package dev.headgate.soak;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The longest gaps, each under the step that it came with: the first that was taken in it, or else the last before it. */
final class StepGaps implements Gaps.Seen {

    /**
     * Something that was done to a group.
     *
     * @param what a word for it
     * @param atNanos when, as {@code System.nanoTime()}
     */
    record Step(String what, long atNanos) {}

    private final List<Step> steps;
    private final long[] longest;
    private final long[] longestOfOne;

    /** @param steps in their order; the first opens the time looked at, the last one ends it */
    StepGaps(List<Step> steps) {
        this.steps = List.copyOf(steps);
        this.longest = new long[steps.size()];
        this.longestOfOne = new long[steps.size()];
    }

    @Override
    public void gap(int partition, long begin, long end) {
        int step = stepOf(begin, end);
        long[] of = partition == Gaps.ALL ? longest : longestOfOne;
        of[step] = Math.max(of[step], end - begin);
    }

    private int stepOf(long begin, long end) {
        int step = 0;
        while (step + 1 < steps.size() && steps.get(step + 1).atNanos() <= begin) {
            step++;
        }
        boolean within = step + 1 < steps.size() && steps.get(step + 1).atNanos() < end;
        return within ? step + 1 : step;
    }

    /** One row a step, the last apart. */
    List<Map<String, Object>> rows(String protocol) {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (int i = 0; i + 1 < steps.size(); i++) {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("protocol", protocol);
            row.put("step", steps.get(i).what());
            row.put("atSeconds", (steps.get(i).atNanos() - steps.getFirst().atNanos()) / 1e9);
            row.put("longestGapMs", longest[i] / 1e6);
            row.put("longestGapOfAPartitionMs", longestOfOne[i] / 1e6);
            rows.add(row);
        }
        return rows;
    }

    /** The longest gap over all partitions, in ms. */
    double longestMillis() {
        long most = 0;
        for (long gap : longest) {
            most = Math.max(most, gap);
        }
        return most / 1e6;
    }

    /** The longest gap over all partitions by the word for the step that it came with, in ms. */
    Map<String, Double> longestMillisByStep() {
        return byStep(longest);
    }

    /** The longest gap of a partition by the word for the step that it came with, in ms. */
    Map<String, Double> longestOfOneMillis() {
        return byStep(longestOfOne);
    }

    private Map<String, Double> byStep(long[] gaps) {
        Map<String, Double> most = new LinkedHashMap<>();
        for (int i = 0; i + 1 < steps.size(); i++) {
            most.merge(steps.get(i).what(), gaps[i] / 1e6, Math::max);
        }
        return most;
    }
}
