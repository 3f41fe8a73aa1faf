package dev.headgate.doctor.probe;

import java.util.List;

/**
 * Thread pools. Threads beyond the core come only when the queue is full, so with a queue that never fills (Spring Boot's, by default) the
 * core is the bound. With the timed binder {@code executor_idle} is the wait.
 */
final class Executors implements Library {

    @Override
    public List<Figure> read(Page page) {
        return page.groups("executor_active_threads", "name").stream()
                .map(labels -> {
                    double core = page.sum("executor_pool_core_threads", labels);
                    double most = page.sum("executor_pool_max_threads", labels);
                    double room = page.sum("executor_queue_remaining_tasks", labels);
                    boolean never = room >= Integer.MAX_VALUE / 2.0;
                    return Figure.of(page, labels, Kind.OTHERS, "executor " + labels.get("name"))
                            .value(
                                    Figure.CAPACITY,
                                    never && core > 0 ? core : most,
                                    never
                                            ? "executor_pool_core_threads, for its queue never fills"
                                            : "executor_pool_max_threads")
                            .meter(Figure.IN_USE, "executor_active_threads")
                            .meter(Figure.WAITING, "executor_queued_tasks")
                            .meter(Figure.ENDED, "executor_completed_tasks_total")
                            .meter(Figure.HELD, "executor_seconds_sum")
                            .meter(Figure.WAITED, "executor_idle_seconds_sum")
                            .read();
                })
                .toList();
    }

    @Override
    public List<String> knows() {
        return List.of("executor_");
    }
}
