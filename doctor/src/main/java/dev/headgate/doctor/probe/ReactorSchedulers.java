package dev.headgate.doctor.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Schedulers of Reactor, whose meters begin with the scheduler's name: tasks that run, wait and ended. No bound is told. */
final class ReactorSchedulers implements Library {
    private static final String ACTIVE = "_scheduler_tasks_active_seconds_active_count";
    private static final String PENDING = "_scheduler_tasks_pending_seconds_active_count";
    private static final String COMPLETED = "_scheduler_tasks_completed_seconds";

    @Override
    public List<Figure> read(Page page) {
        List<Figure> all = new ArrayList<>();
        for (String name : page.names()) {
            if (name.endsWith(ACTIVE)) {
                String prefix = name.substring(0, name.length() - ACTIVE.length());
                all.add(Figure.of(page, Map.of(), Kind.OTHERS, "scheduler " + prefix)
                        .meter(Figure.IN_USE, name)
                        .meter(Figure.WAITING, prefix + PENDING)
                        .meter(Figure.ENDED, prefix + COMPLETED + "_count")
                        .meter(Figure.HELD, prefix + COMPLETED + "_sum")
                        .read());
            }
        }
        return all;
    }

    @Override
    public List<String> knows() {
        return List.of();
    }
}
