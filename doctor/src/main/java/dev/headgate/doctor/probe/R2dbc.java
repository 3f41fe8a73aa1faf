package dev.headgate.doctor.probe;

import java.util.List;

/** r2dbc-pool: gauges alone. */
final class R2dbc implements Library {

    @Override
    public List<Figure> read(Page page) {
        return page.groups("r2dbc_pool_max_allocated_connections", "name").stream()
                .map(labels -> Figure.of(page, labels, Kind.LEASES, "r2dbc pool " + labels.get("name"))
                        .meter(Figure.CAPACITY, "r2dbc_pool_max_allocated_connections")
                        .meter(Figure.IN_USE, "r2dbc_pool_acquired_connections")
                        .meter(Figure.WAITING, "r2dbc_pool_pending_connections")
                        .read())
                .toList();
    }

    @Override
    public List<String> knows() {
        return List.of("r2dbc_pool_");
    }
}
