package dev.headgate.doctor.probe;

import dev.headgate.GateStats;
import dev.headgate.Inside;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * One station over the window: what its pages said, one after the other.
 *
 * <p>Sums of times that ended are exact where work comes and goes, and blind to work that does not come back; gauges see that, but are
 * points. So the sums give the averages, unless every gauge contradicts them; then the gauges do, and Little's law shows the
 * difference.
 *
 * @param at of each page, ns, rising
 * @param figures of each page
 */
record Seen(long[] at, List<Figure> figures) {
    /** A gauge contradicts a sum by this much of it. */
    private static final double FAR = 0.25;
    /** What does not come back stands, or grows slowly. */
    private static final double STANDS = 0.5;
    /** And by so many slots. */
    private static final double SLOTS = 2;
    /** Waiting shorter than this part of a hold does not show that all slots were in use. */
    private static final double WAITED = 0.05;

    String name() {
        return last().station();
    }

    Kind kind() {
        return last().kind();
    }

    Figure first() {
        return figures.getFirst();
    }

    Figure last() {
        return figures.getLast();
    }

    double seconds() {
        return (at[at.length - 1] - at[0]) / 1e9;
    }

    /** Holds that ended, /s; NaN where that is not told. */
    double endedPerSecond() {
        return (last().ended() - first().ended()) / seconds();
    }

    /** Whether anything that can only grow became smaller. */
    boolean wentBack() {
        for (int i = 1; i < figures.size(); i++) {
            Figure before = figures.get(i - 1);
            Figure now = figures.get(i);
            if (now.ended() < before.ended()
                    || now.heldSeconds() < before.heldSeconds() - 0.01
                    || now.waitedSeconds() < before.waitedSeconds() - 0.01) {
                return true;
            }
        }
        return false;
    }

    /** Slots in use, on average; NaN where nothing tells. */
    double inUse() {
        return mean(Figure::heldSeconds, Figure::inUse);
    }

    /** Who waits, on average; 0 where nothing tells. */
    double waiting() {
        double mean = mean(Figure::waitedSeconds, Figure::waiting);
        return Double.isNaN(mean) ? 0 : mean;
    }

    /** Of what is in use, how much is the station's own work, on average; NaN where that is not told. */
    double own() {
        return (last().ownSeconds() - first().ownSeconds()) / seconds();
    }

    /** What is in use of what came back, on average; NaN where that is not told. */
    double ending() {
        return rate(Figure::heldSeconds);
    }

    /** Whether more is in use than what came back accounts for, at every look. */
    boolean keeps() {
        double sums = rate(Figure::heldSeconds);
        double most = figures.stream().mapToDouble(Figure::inUse).max().orElse(0);
        double least = figures.stream().mapToDouble(Figure::inUse).min().orElse(0);
        return least >= STANDS * most
                && figures.stream().allMatch(figure -> figure.inUse() > sums + Math.max(SLOTS, FAR * figure.inUse()));
    }

    /**
     * The slots: as told; else what is in use while others wait, for then all of them are; else as many as the library gives by default, if
     * no more are in use; {@link Integer#MAX_VALUE} where all that fails.
     */
    int capacity() {
        double told = last().capacity();
        if (!Double.isNaN(told)) {
            return (int) Math.clamp(told, 1, Integer.MAX_VALUE);
        }
        if (inferred()) {
            return (int) Math.max(1, Math.rint(inUse()));
        }
        return byDefault() ? (int) last().byDefault() : Integer.MAX_VALUE;
    }

    /** Whether the slots are not told, and taken to be what the library gives by default. */
    boolean byDefault() {
        return Double.isNaN(last().capacity()) && !inferred() && last().byDefault() >= inUse();
    }

    /** The same with the holds that ended as another station of the same pages tells them. */
    Seen withEnded(Seen other) {
        List<Figure> counted = new ArrayList<>();
        for (int i = 0; i < figures.size(); i++) {
            counted.add(figures.get(i)
                    .withEnded(
                            other.figures().get(i).ended(),
                            other.last().from().getOrDefault(Figure.ENDED, other.name())));
        }
        return new Seen(at, counted);
    }

    /** Whether the slots are not told, and yet known. */
    boolean inferred() {
        return Double.isNaN(last().capacity())
                && !Double.isNaN(inUse())
                && waiting() >= 0.5
                && waiting() >= WAITED * inUse();
    }

    private double mean(ToDoubleFunction<Figure> sum, ToDoubleFunction<Figure> gauge) {
        double sums = rate(sum);
        double gauges = gauged(gauge, at.length - 1) / seconds();
        if (Double.isNaN(sums) || Double.isNaN(gauges)) {
            return Double.isNaN(sums) ? gauges : sums;
        }
        boolean above = figures.stream()
                .allMatch(figure ->
                        gauge.applyAsDouble(figure) > sums + Math.max(SLOTS, FAR * gauge.applyAsDouble(figure)));
        return above ? gauges : sums;
    }

    private double rate(ToDoubleFunction<Figure> sum) {
        return (sum.applyAsDouble(last()) - sum.applyAsDouble(first())) / seconds();
    }

    /** The area under a gauge up to a page, straight lines between the looks; NaN where it is not told. */
    private double gauged(ToDoubleFunction<Figure> gauge, int upTo) {
        double area = 0;
        for (int i = 1; i <= upTo; i++) {
            area += (gauge.applyAsDouble(figures.get(i - 1)) + gauge.applyAsDouble(figures.get(i)))
                    / 2
                    * (at[i] - at[i - 1])
                    / 1e9;
        }
        return area;
    }

    /**
     * As reads of a gate.
     *
     * @param ended holds that ended up to each page
     * @param insides what its holders did elsewhere, each with its ended holds
     * @param engaged how many of its holders were in at least one of these, on average
     */
    List<GateStats> reads(double[] ended, List<Part> insides, double engaged) {
        double inUse = inUse();
        double held = rate(Figure::heldSeconds);
        double waiting = waiting();
        double waited = rate(Figure::waitedSeconds);
        boolean keeps = keeps();
        List<GateStats> reads = new ArrayList<>();
        for (int i = 0; i < at.length; i++) {
            Figure figure = figures.get(i);
            double since = (at[i] - at[0]) / 1e9;
            int now = whole(figure.inUse(), inUse);
            long exits = Math.round(ended[i] - ended[0]);
            double inUseSeconds = between(Figure::inUse, inUse, i);
            double waitingSeconds = between(Figure::waiting, waiting, i);
            List<Inside> parts = new ArrayList<>();
            for (Part part : insides) {
                parts.add(part.upTo(i, since));
            }
            reads.add(new GateStats(
                    name(),
                    at[i],
                    capacity(),
                    now,
                    whole(figure.waiting(), waiting),
                    exits + now,
                    exits,
                    Double.isNaN(figure.gaveUp()) ? 0 : Math.round(figure.gaveUp() - first().gaveUp()),
                    nanos(Double.isNaN(waited) ? waitingSeconds : figure.waitedSeconds() - first().waitedSeconds()),
                    nanos(Double.isNaN(held) ? inUseSeconds : figure.heldSeconds() - first().heldSeconds()),
                    nanos(inUseSeconds),
                    nanos(waitingSeconds),
                    keeps ? at[i] - at[0] : 0,
                    0,
                    Math.min(nanos(inUseSeconds), nanos(engaged * since)),
                    parts));
        }
        return reads;
    }

    /**
     * Slot-seconds up to a page: the mean over the window is right, and a gauge tells how they lie in it. (Sums grow when something ends, which
     * in a short while says little of how many were there.)
     */
    private double between(ToDoubleFunction<Figure> gauge, double mean, int i) {
        double all = gauged(gauge, at.length - 1);
        double total = mean * seconds();
        return all > 0 ? gauged(gauge, i) / all * total : total * (at[i] - at[0]) / (at[at.length - 1] - at[0]);
    }

    private static int whole(double gauge, double mean) {
        double number = Double.isNaN(gauge) ? mean : gauge;
        return Double.isNaN(number) ? 0 : (int) Math.clamp(Math.rint(number), 0, Integer.MAX_VALUE);
    }

    private static long nanos(double seconds) {
        return Math.max(0, Math.round(seconds * 1e9));
    }

    /**
     * What the holders of one station do in another.
     *
     * @param share of what is done there, 0 to 1
     */
    record Part(Seen inner, double[] ended, double share) {
        Inside upTo(int i, double since) {
            return new Inside(
                    inner.name(),
                    whole(Double.NaN, inner.waiting() * share),
                    whole(Double.NaN, inner.inUse() * share),
                    Math.round((ended[i] - ended[0]) * share),
                    nanos(inner.between(Figure::waiting, inner.waiting(), i) * share),
                    nanos(inner.between(Figure::inUse, inner.inUse(), i) * share));
        }
    }
}
