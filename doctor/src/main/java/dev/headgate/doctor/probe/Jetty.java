package dev.headgate.doctor.probe;

import java.util.List;
import java.util.Map;

/** Threads of Jetty, with the jobs that wait for one. Times are those of the requests. */
final class Jetty implements Library {

    @Override
    public List<Figure> read(Page page) {
        if (!page.has("jetty_threads_config_max")) {
            return List.of();
        }
        return List.of(Figure.of(page, Map.of(), Kind.OTHERS, "jetty threads")
                .meter(Figure.CAPACITY, "jetty_threads_config_max")
                .meter(Figure.IN_USE, "jetty_threads_busy")
                .meter(Figure.WAITING, "jetty_threads_jobs")
                .read());
    }

    @Override
    public List<String> knows() {
        return List.of("jetty_");
    }
}
