package dev.headgate.doctor.probe;

import java.util.List;

/** Pools of Vert.x: their bound is not told, but the ratio of it that is in use. */
final class VertxPools implements Library {

    @Override
    public List<Figure> read(Page page) {
        return page.groups("vertx_pool_in_use", "pool_type", "pool_name").stream()
                .map(labels -> {
                    double inUse = page.sum("vertx_pool_in_use", labels);
                    double ratio = page.sum("vertx_pool_ratio", labels);
                    boolean database = labels.getOrDefault("pool_type", "").matches("sql|datasource");
                    return Figure.of(
                                    page,
                                    labels,
                                    database ? Kind.LEASES : Kind.OTHERS,
                                    labels.get("pool_type") + " pool " + labels.get("pool_name"))
                            .value(
                                    Figure.CAPACITY,
                                    ratio > 0 ? Math.rint(inUse / ratio) : Double.NaN,
                                    "vertx_pool_in_use / vertx_pool_ratio")
                            .meter(Figure.IN_USE, "vertx_pool_in_use")
                            .meter(Figure.WAITING, "vertx_pool_queue_pending")
                            .meter(Figure.ENDED, "vertx_pool_usage_seconds_count")
                            .meter(Figure.HELD, "vertx_pool_usage_seconds_sum")
                            .meter(Figure.WAITED, "vertx_pool_queue_time_seconds_sum")
                            .read();
                })
                .toList();
    }

    @Override
    public List<String> knows() {
        return List.of("vertx_");
    }
}
