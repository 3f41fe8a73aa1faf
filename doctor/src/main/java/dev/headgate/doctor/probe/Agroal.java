package dev.headgate.doctor.probe;

import java.util.List;

/**
 * Agroal, the JDBC pool of Quarkus. It tells no hold and no bound: {@code available} counts the idle connections that are open, not free
 * slots. {@code blocking_time_total} is a gauge on which waits add up.
 */
final class Agroal implements Library {

    @Override
    public List<Figure> read(Page page) {
        return page.groups("agroal_active_count", "datasource").stream()
                .map(labels -> Figure.of(page, labels, Kind.LEASES, "agroal " + labels.get("datasource"))
                        .meter(Figure.IN_USE, "agroal_active_count")
                        .meter(Figure.WAITING, "agroal_awaiting_count")
                        .meter(Figure.ENDED, "agroal_acquire_count_total")
                        .meter(Figure.WAITED, "agroal_blocking_time_total_milliseconds", 1e-3)
                        .read())
                .toList();
    }

    @Override
    public List<String> knows() {
        return List.of("agroal_");
    }
}
