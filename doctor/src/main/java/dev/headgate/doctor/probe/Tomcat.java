package dev.headgate.doctor.probe;

import java.util.List;

/**
 * Threads of Tomcat. Who waits for a thread is told by nobody: connections less busy threads count idle ones that are kept alive as well. So
 * that difference counts as waiting only while all threads are busy.
 */
final class Tomcat implements Library {

    @Override
    public List<Figure> read(Page page) {
        return page.groups("tomcat_threads_config_max_threads", "name").stream()
                .map(labels -> {
                    double most = page.sum("tomcat_threads_config_max_threads", labels);
                    double busy = page.sum("tomcat_threads_busy_threads", labels);
                    double connections = page.sum("tomcat_connections_current_connections", labels);
                    // One connection is that of the page itself.
                    double waiting = busy >= most ? Math.max(0, connections - busy - 1) : 0;
                    return Figure.of(page, labels, Kind.SERVER_THREADS, "tomcat threads " + labels.get("name"))
                            .meter(Figure.CAPACITY, "tomcat_threads_config_max_threads")
                            .meter(Figure.IN_USE, "tomcat_threads_busy_threads")
                            .value(
                                    Figure.WAITING,
                                    waiting,
                                    "tomcat_connections_current_connections - tomcat_threads_busy_threads - 1, while all are busy")
                            .meter(Figure.ENDED, "tomcat_global_request_seconds_count")
                            .meter(Figure.HELD, "tomcat_global_request_seconds_sum")
                            .read();
                })
                .toList();
    }

    @Override
    public List<String> knows() {
        return List.of("tomcat_");
    }
}
