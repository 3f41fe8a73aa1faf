package dev.headgate.doctor.probe;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;

/**
 * What one page says of one station. A number that the page does not tell is NaN; counters and sums are since the service began.
 *
 * @param station its name, such as {@code hikari HikariPool-1}
 * @param kind what it is for
 * @param capacity slots
 * @param inUse slots in use at that moment
 * @param waiting who waits at that moment
 * @param ended holds that ended
 * @param heldSeconds of these, all together
 * @param waitedSeconds of all waits that ended, all together
 * @param gaveUp waits that ended without a slot
 * @param ownSeconds of what is held, what the station's own work took (a statement in the database), all together
 * @param byDefault slots that the library gives where nothing else is configured, if the page does not tell them
 * @param from by the name of each number that is known, the meter it was read from
 */
record Figure(
        String station,
        Kind kind,
        double capacity,
        double inUse,
        double waiting,
        double ended,
        double heldSeconds,
        double waitedSeconds,
        double gaveUp,
        double ownSeconds,
        double byDefault,
        Map<String, String> from) {

    static final String CAPACITY = "capacity";
    static final String IN_USE = "in use";
    static final String WAITING = "waiting";
    static final String ENDED = "ended";
    static final String HELD = "held";
    static final String WAITED = "waited";
    static final String GAVE_UP = "gave up";
    static final String OWN = "own work";
    /** Slots that the library gives by default, where the page does not tell them. */
    static final String BY_DEFAULT = "slots by default";

    /** The same with the holds that ended as another station tells them. */
    Figure withEnded(double other, String how) {
        Map<String, String> sources = new LinkedHashMap<>(from);
        sources.put(ENDED, how);
        return new Figure(
                station,
                kind,
                capacity,
                inUse,
                waiting,
                other,
                heldSeconds,
                waitedSeconds,
                gaveUp,
                ownSeconds,
                byDefault,
                sources);
    }

    /** Begins one, of the series with these labels. */
    static Reading of(Page page, Map<String, String> labels, Kind kind, String station) {
        return new Reading(page, labels, kind, station);
    }

    /** Takes numbers from a page, and keeps where they are from. */
    static final class Reading {
        private final Page page;
        private final Map<String, String> labels;
        private final Kind kind;
        private final String station;
        private final Map<String, Double> numbers = new LinkedHashMap<>();
        private final Map<String, String> from = new LinkedHashMap<>();

        private Reading(Page page, Map<String, String> labels, Kind kind, String station) {
            this.page = page;
            this.labels = labels;
            this.kind = kind;
            this.station = station;
        }

        /** The sum of a meter's series with the labels; nothing if there is none. */
        Reading meter(String number, String meter) {
            return meter(number, meter, 1);
        }

        /** The same in another unit. */
        Reading meter(String number, String meter, double factor) {
            return value(
                    number, page.sum(meter, labels) * factor, meter + braces() + (factor == 1 ? "" : " x " + factor));
        }

        /** Of those series that have the labels and are wanted. */
        Reading meter(String number, String meter, Predicate<Sample> wanted, String which) {
            return value(
                    number,
                    page.sum(meter, sample -> sample.has(labels) && wanted.test(sample)),
                    meter + braces() + which);
        }

        /** A number that was derived, and how. */
        Reading value(String number, double value, String how) {
            // Nothing that is counted or measured here can be less than nothing, or without end.
            if (Double.isFinite(value) && value >= 0) {
                numbers.put(number, value);
                from.put(number, how);
            }
            return this;
        }

        double number(String number) {
            return numbers.getOrDefault(number, Double.NaN);
        }

        private String braces() {
            if (labels.isEmpty()) {
                return "";
            }
            StringBuilder text = new StringBuilder("{");
            labels.forEach((label, value) -> text.append(text.length() == 1 ? "" : ",")
                    .append(label)
                    .append("=\"")
                    .append(value)
                    .append('"'));
            return text.append('}').toString();
        }

        Figure read() {
            return new Figure(
                    station,
                    kind,
                    number(CAPACITY),
                    number(IN_USE),
                    number(WAITING),
                    number(ENDED),
                    number(HELD),
                    number(WAITED),
                    number(GAVE_UP),
                    number(OWN),
                    number(BY_DEFAULT),
                    Map.copyOf(from));
        }
    }
}
