package dev.headgate.doctor.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Pools of Quarkus' own meters: {@code sql_pool} and {@code worker_pool}. {@code idle} counts what is not in use, unopened ones
 * included, so that both together are the bound; waiters who were rejected are in the delay. What statements took is
 * {@code <driver>_processing}.
 */
final class QuarkusPools implements Library {

    private static final List<String> DRIVERS = List.of("postgresql", "mysql", "mssql", "db2", "oracle");

    @Override
    public List<Figure> read(Page page) {
        List<Figure> all = new ArrayList<>();
        for (Map<String, String> labels : page.groups("sql_pool_active", "pool_name")) {
            Figure.Reading reading = pool(page, labels, "sql_pool", Kind.LEASES, "sql pool " + name(labels));
            if (page.groups("sql_pool_active", "pool_name").size() == 1) {
                for (String driver : DRIVERS) {
                    if (page.has(driver + "_processing_seconds_sum")) {
                        reading.value(
                                Figure.OWN,
                                page.sum(driver + "_processing_seconds_sum", Map.of()),
                                driver + "_processing_seconds_sum");
                    }
                }
            }
            all.add(reading.read());
        }
        for (Map<String, String> labels : page.groups("worker_pool_active", "pool_name")) {
            all.add(pool(page, labels, "worker_pool", Kind.OTHERS, "worker pool " + name(labels))
                    .read());
        }
        return all;
    }

    private static String name(Map<String, String> labels) {
        return labels.getOrDefault("pool_name", "").replace("__vertx.", "");
    }

    private static Figure.Reading pool(
            Page page, Map<String, String> labels, String prefix, Kind kind, String station) {
        return Figure.of(page, labels, kind, station)
                .value(
                        Figure.CAPACITY,
                        page.sum(prefix + "_active", labels) + page.sum(prefix + "_idle", labels),
                        prefix + "_active + " + prefix + "_idle")
                .meter(Figure.IN_USE, prefix + "_active")
                .meter(Figure.WAITING, prefix + "_queue_size")
                .meter(Figure.ENDED, prefix + "_usage_seconds_count")
                .meter(Figure.HELD, prefix + "_usage_seconds_sum")
                .meter(Figure.WAITED, prefix + "_queue_delay_seconds_sum")
                .meter(Figure.GAVE_UP, prefix + "_rejected_total");
    }

    @Override
    public List<String> knows() {
        return List.of("sql_pool_", "worker_pool_", "postgresql_", "mysql_", "mssql_", "db2_", "oracle_");
    }
}
