package dev.headgate.doctor.probe;

import dev.headgate.doctor.CpuUse;
import dev.headgate.doctor.Load;
import dev.headgate.doctor.Observation;
import dev.headgate.doctor.Series;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Puts the pages of one service together, to what the doctor looks at. */
final class Outside {
    /** Less than this is in it, on average: nothing to speak of. */
    private static final double IDLE = 0.01;
    /** More than that for each request is done for something else, and could not be simulated. */
    private static final double MOST_VISITS = 1_000;
    /** Full nearly all the time. */
    private static final double FULL = 0.95;

    private final List<Scrape> scrapes;
    private final List<String> notes = new ArrayList<>();
    private final List<String> idle = new ArrayList<>();
    private final Map<String, Double> rates = new HashMap<>();
    private final Map<String, double[]> ended = new HashMap<>();

    private Outside(List<Scrape> scrapes) {
        this.scrapes = scrapes;
    }

    /**
     * Puts them together.
     *
     * @param scrapes in the order of time
     * @param source where they are from, for messages
     * @throws MetricsException if nothing can be concluded from them
     */
    static OutsideView of(List<Scrape> scrapes, String source) {
        List<Scrape> since = Restarts.since(scrapes);
        if (since.size() < 2) {
            throw new MetricsException(
                    scrapes.size() < 2
                            ? source + ": one page tells no rates: give two, some time apart"
                            : source
                                    + " was started anew within the window, so there is nothing to compare: look again");
        }
        Outside outside = new Outside(since);
        if (since.size() < scrapes.size()) {
            outside.notes.add(source + " was started anew within the window: only what came later was looked at");
        }
        return outside.view(source);
    }

    private OutsideView view(String source) {
        Map<String, Seen> all = seen();
        List<Seen> found = busy(Choice.of(all.values()));
        if (found.isEmpty()) {
            throw new MetricsException(
                    all.isEmpty()
                            ? source
                                    + " shows no queue that is known: no pool, no server, no listener. Is it the right service, and are its meters switched on?"
                            : source + " did nothing in the window: " + String.join(", ", all.keySet())
                                    + " are idle. Look again under load");
        }
        doubt(found, source);
        Seen outermost = outermost(found);
        count(found, outermost);
        found.removeIf(seen -> !rates.containsKey(seen.name()) || tooOften(seen, outermost));
        if (found.isEmpty()) {
            throw new MetricsException(source + " tells too little: " + String.join("; ", notes));
        }
        Nesting nesting = Nesting.of(found, outermost, rates);
        notes.addAll(nesting.reasons());
        found.forEach(this::note);
        List<Series> gates = new ArrayList<>();
        List<Derivation> derivations = new ArrayList<>();
        for (Seen seen : found) {
            List<Seen> inner = found.stream()
                    .filter(other -> seen.name().equals(nesting.holder(other.name())))
                    .toList();
            gates.add(new Series(seen.reads(counts(seen), parts(inner), engaged(seen, inner))));
            derivations.add(Derivations.of(seen, rates.getOrDefault(seen.name(), Double.NaN)));
        }
        Observation observation = Observation.of(gates)
                .withCpu(cpu())
                .withLoad(load(outermost))
                .withLeases(found.stream()
                        .filter(seen -> seen.kind().lease())
                        .map(Seen::name)
                        .collect(Collectors.toSet()));
        return new OutsideView(
                observation,
                notes,
                derivations,
                idle,
                LooksLikePool.in(scrapes.getLast().page()));
    }

    private record Found(long at, Figure figure) {}

    /** All stations of which two pages say something. */
    private Map<String, Seen> seen() {
        Map<String, List<Found>> found = new LinkedHashMap<>();
        for (Scrape scrape : scrapes) {
            for (Library library : Libraries.ALL) {
                for (Figure figure : library.read(scrape.page())) {
                    found.computeIfAbsent(figure.station(), name -> new ArrayList<>())
                            .add(new Found(scrape.at(), figure));
                }
            }
        }
        Map<String, Seen> seen = new LinkedHashMap<>();
        found.forEach((name, all) -> {
            if (all.size() >= 2) {
                seen.put(
                        name,
                        new Seen(
                                all.stream().mapToLong(Found::at).toArray(),
                                all.stream().map(Found::figure).toList()));
            }
        });
        return seen;
    }

    private List<Seen> busy(List<Seen> all) {
        List<Seen> busy = new ArrayList<>();
        for (Seen seen : all) {
            double inUse = seen.inUse();
            if (Double.isNaN(inUse)) {
                notes.add(seen.name() + " does not show what is in use, and was left out");
            } else if (inUse + seen.waiting() < IDLE) {
                idle.add(seen.name());
            } else {
                busy.add(seen);
            }
        }
        busy.sort(Comparator.comparing((Seen seen) -> !seen.kind().outermost())
                .thenComparing(seen -> !seen.kind().lease()));
        return busy;
    }

    /** Leaves out what cannot be true; where that is half of what there is, nothing on the page is to be believed. */
    private void doubt(List<Seen> found, String source) {
        List<String> wrong = new ArrayList<>();
        int before = found.size();
        found.removeIf(seen -> {
            String why = seen.wentBack() ? seen.name() + " has counters that went back" : Sanity.wrong(seen);
            if (why != null) {
                wrong.add(why);
            }
            return why != null;
        });
        if (2 * wrong.size() >= before) {
            throw new MetricsException(source + " contradicts itself: " + String.join("; ", wrong)
                    + ". Is it one process, and the same on each page?");
        }
        wrong.forEach(why -> notes.add(why + ", and was left out"));
    }

    private static @Nullable Seen outermost(List<Seen> found) {
        return found.stream()
                .filter(seen -> seen.kind().outermost())
                .max(Comparator.comparingDouble(Seen::inUse))
                .orElse(null);
    }

    /** How many holds ended at each; where that is not told, one for each that ended in the outermost. */
    private void count(List<Seen> found, @Nullable Seen outermost) {
        for (Seen seen : found) {
            if (!Double.isNaN(seen.endedPerSecond())) {
                rates.put(seen.name(), seen.endedPerSecond());
                ended.put(
                        seen.name(),
                        seen.figures().stream().mapToDouble(Figure::ended).toArray());
            } else if (outermost != null && !Double.isNaN(outermost.endedPerSecond())) {
                double rate = outermost.endedPerSecond();
                rates.put(seen.name(), rate);
                double[] assumed = new double[seen.at().length];
                for (int i = 0; i < assumed.length; i++) {
                    assumed[i] = rate * (seen.at()[i] - seen.at()[0]) / 1e9;
                }
                ended.put(seen.name(), assumed);
                notes.add(seen.name() + " does not tell how many went through it: one for each of " + outermost.name()
                        + " was assumed");
            } else {
                notes.add(seen.name() + " does not tell how many went through it, and was left out");
            }
        }
    }

    private void note(Seen seen) {
        if (seen.byDefault()) {
            notes.add(seen.name() + " does not tell its slots: " + seen.capacity() + " were assumed, which are "
                    + seen.last().from().get(Figure.BY_DEFAULT));
        }
        double gaveUp = (seen.last().gaveUp() - seen.first().gaveUp()) / seen.seconds();
        if (gaveUp > 0) {
            notes.add(String.format(Locale.ROOT, "%s: %.2f/s gave up before they had a slot", seen.name(), gaveUp));
        }
        if (seen.keeps()) {
            notes.add(String.format(
                    Locale.ROOT,
                    "%s: %.0f are in use, of which %.1f are accounted for by what came back: the rest does not come back",
                    seen.name(),
                    seen.last().inUse(),
                    Math.max(0, seen.ending())));
        }
    }

    private boolean tooOften(Seen seen, @Nullable Seen outermost) {
        double each = outermost == null
                ? 0
                : rates.getOrDefault(seen.name(), 0.0) / rates.getOrDefault(outermost.name(), Double.NaN);
        if (each > MOST_VISITS) {
            notes.add(String.format(
                    Locale.ROOT,
                    "%s was entered %.0f times for each of %s, which is no part of it, and was left out",
                    seen.name(),
                    each,
                    outermost == null ? "" : outermost.name()));
            return true;
        }
        return false;
    }

    private double[] counts(Seen seen) {
        double[] counts = ended.get(seen.name());
        return counts == null ? new double[seen.at().length] : counts;
    }

    private List<Seen.Part> parts(List<Seen> inner) {
        return inner.stream().map(seen -> new Seen.Part(seen, counts(seen), 1)).toList();
    }

    /** Holders that are elsewhere; of a lease, all but its own work where that is told. */
    private static double engaged(Seen seen, List<Seen> inner) {
        double there = inner.stream()
                .mapToDouble(other -> other.inUse() + other.waiting())
                .sum();
        double own = seen.own();
        double most = seen.inUse() - (Double.isNaN(own) ? 0 : Math.min(own, seen.inUse()));
        return Math.min(most, there);
    }

    private static @Nullable Load load(@Nullable Seen outermost) {
        boolean full = outermost != null
                && outermost.kind() == Kind.LISTENER
                && outermost.inUse() >= FULL * outermost.capacity();
        return full ? Load.backlog() : null;
    }

    private @Nullable CpuUse cpu() {
        double seconds = (scrapes.getLast().at() - scrapes.getFirst().at()) / 1e9;
        double used = cpuSeconds(scrapes.getLast().page())
                - cpuSeconds(scrapes.getFirst().page());
        double cores = scrapes.getLast().page().sum("system_cpu_count", Map.of());
        return Double.isNaN(used) || Double.isNaN(cores) || cores <= 0
                ? null
                : new CpuUse(seconds, used, -1, -1, cores, cores);
    }

    private static double cpuSeconds(Page page) {
        double nanos = page.sum("process_cpu_time_ns_total", Map.of());
        return Double.isNaN(nanos) ? page.sum("process_cpu_seconds_total", Map.of()) : nanos / 1e9;
    }
}
