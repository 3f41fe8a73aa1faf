package dev.headgate.doctor.probe;

import java.util.List;

/**
 * Connection pools of reactor-netty, one for each remote address. How many went through them is not told: the pending timer counts those who
 * had to wait.
 */
final class ReactorNetty implements Library {
    private static final String PREFIX = "reactor_netty_connection_provider_";

    @Override
    public List<Figure> read(Page page) {
        return page.groups(PREFIX + "max_connections", "name", "remote_address").stream()
                .map(labels -> Figure.of(
                                page,
                                labels,
                                Kind.CALLS,
                                "connections " + labels.get("name") + " to " + labels.get("remote_address"))
                        .meter(Figure.CAPACITY, PREFIX + "max_connections")
                        .meter(Figure.IN_USE, PREFIX + "active_connections")
                        .meter(Figure.WAITING, PREFIX + "pending_connections")
                        .meter(Figure.WAITED, PREFIX + "pending_connections_time_seconds_sum")
                        .meter(
                                Figure.GAVE_UP,
                                PREFIX + "pending_connections_time_seconds_count",
                                sample -> "ERROR".equals(sample.labels().get("status")),
                                ", errors")
                        .read())
                .toList();
    }

    @Override
    public List<String> knows() {
        return List.of("reactor_netty_");
    }
}
