package dev.headgate.doctor.probe;

import java.util.List;

/** HikariCP. Its usage timer has whole milliseconds; the acquire timer has those that timed out as well. */
final class Hikari implements Library {

    @Override
    public List<Figure> read(Page page) {
        return page.groups("hikaricp_connections_max", "pool").stream()
                .map(labels -> Figure.of(page, labels, Kind.LEASES, "hikari " + labels.get("pool"))
                        .meter(Figure.CAPACITY, "hikaricp_connections_max")
                        .meter(Figure.IN_USE, "hikaricp_connections_active")
                        .meter(Figure.WAITING, "hikaricp_connections_pending")
                        .meter(Figure.ENDED, "hikaricp_connections_usage_seconds_count")
                        .meter(Figure.HELD, "hikaricp_connections_usage_seconds_sum")
                        .meter(Figure.WAITED, "hikaricp_connections_acquire_seconds_sum")
                        .meter(Figure.GAVE_UP, "hikaricp_connections_timeout_total")
                        .read())
                .toList();
    }

    @Override
    public List<String> knows() {
        return List.of("hikaricp_", "jdbc_connections_");
    }
}
