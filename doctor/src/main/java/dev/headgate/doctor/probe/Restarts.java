package dev.headgate.doctor.probe;

import java.util.List;
import java.util.Map;

/** Pages from before a service was started anew say nothing of the one that runs. */
final class Restarts {
    /** Names of which every meter's value only grows. */
    private static final List<String> ENDS = List.of("_total", "_count", "_sum");

    /** So many meters must have become smaller: one alone may be a fault of its library. */
    private static final int SOME = 3;

    private static final double SECOND = 1;

    private Restarts() {}

    /** The pages since the last start that is seen in them. */
    static List<Scrape> since(List<Scrape> scrapes) {
        int from = 0;
        for (int i = 1; i < scrapes.size(); i++) {
            if (restarted(scrapes.get(i - 1).page(), scrapes.get(i).page())) {
                from = i;
            }
        }
        return scrapes.subList(from, scrapes.size());
    }

    private static boolean restarted(Page before, Page after) {
        double began = before.sum("process_start_time_seconds", Map.of());
        double begins = after.sum("process_start_time_seconds", Map.of());
        if (!Double.isNaN(began) && !Double.isNaN(begins)) {
            return begins > began + SECOND;
        }
        int fell = 0;
        int grew = 0;
        for (String name : after.names()) {
            if (ENDS.stream().anyMatch(name::endsWith)) {
                double a = before.sum(name, Map.of());
                double b = after.sum(name, Map.of());
                fell += b < a ? 1 : 0;
                grew += b > a ? 1 : 0;
            }
        }
        return fell >= SOME && fell > grew;
    }
}
