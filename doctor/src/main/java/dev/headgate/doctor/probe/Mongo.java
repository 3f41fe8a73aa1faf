package dev.headgate.doctor.probe;

import java.util.List;

/** Pools of the MongoDB driver, by server. Their bound is not told: {@code size} counts the connections that are open. */
final class Mongo implements Library {

    @Override
    public List<Figure> read(Page page) {
        return page.groups("mongodb_driver_pool_checkedout", "server_address").stream()
                .map(labels -> Figure.of(page, labels, Kind.LEASES, "mongodb " + labels.get("server_address"))
                        .meter(Figure.IN_USE, "mongodb_driver_pool_checkedout")
                        .meter(Figure.WAITING, "mongodb_driver_pool_waitqueuesize")
                        .read())
                .toList();
    }

    @Override
    public List<String> knows() {
        return List.of("mongodb_");
    }
}
