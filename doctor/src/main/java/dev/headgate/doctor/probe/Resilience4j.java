package dev.headgate.doctor.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Bulkheads of Resilience4j: permits, and thread pools with their queue. */
final class Resilience4j implements Library {
    private static final String PERMITS = "resilience4j_bulkhead_";
    private static final String THREADS = "resilience4j_thread_pool_bulkhead_";

    @Override
    public List<Figure> read(Page page) {
        List<Figure> all = new ArrayList<>();
        for (Map<String, String> labels : page.groups(PERMITS + "max_allowed_concurrent_calls", "name")) {
            double most = page.sum(PERMITS + "max_allowed_concurrent_calls", labels);
            all.add(Figure.of(page, labels, Kind.OTHERS, "bulkhead " + labels.get("name"))
                    .meter(Figure.CAPACITY, PERMITS + "max_allowed_concurrent_calls")
                    .value(
                            Figure.IN_USE,
                            most - page.sum(PERMITS + "available_concurrent_calls", labels),
                            PERMITS + "max_allowed_concurrent_calls - " + PERMITS + "available_concurrent_calls")
                    .read());
        }
        for (Map<String, String> labels : page.groups(THREADS + "max_thread_pool_size", "name")) {
            double depth = page.sum(THREADS + "queue_depth", labels);
            all.add(Figure.of(page, labels, Kind.OTHERS, "bulkhead threads " + labels.get("name"))
                    .meter(Figure.CAPACITY, THREADS + "max_thread_pool_size")
                    .meter(Figure.IN_USE, THREADS + "active_thread_count")
                    .value(Figure.WAITING, depth, THREADS + "queue_depth")
                    .read());
        }
        return all;
    }

    @Override
    public List<String> knows() {
        return List.of("resilience4j_");
    }
}
