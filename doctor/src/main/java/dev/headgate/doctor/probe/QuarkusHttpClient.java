package dev.headgate.doctor.probe;

import java.util.List;
import java.util.Map;

/**
 * The HTTP client of Quarkus and Vert.x: calls by {@code clientName}, which in Quarkus is the configuration key, so that several interfaces
 * may be one client here. Calls include the wait for a connection. {@code http_client_queue_size} and
 * {@code http_client_active_connections} always are 0 where several interfaces share a key (Quarkus 3.33), and are not read. No bound is
 * told: each interface has 50 connections unless that is configured, and the paths that are called hint at how many interfaces there are.
 */
final class QuarkusHttpClient implements Library {
    /** Connections for each interface, where nothing else is configured. */
    private static final int PER_INTERFACE = 50;

    @Override
    public List<Figure> read(Page page) {
        return page.groups("http_client_queue_delay_seconds_sum", "clientName").stream()
                .map(labels -> {
                    double waited = page.sum("http_client_queue_delay_seconds_sum", labels);
                    return Figure.of(page, labels, Kind.CALLS, "http client " + labels.get("clientName"))
                            .meter(Figure.ENDED, "http_client_requests_seconds_count")
                            .value(
                                    Figure.HELD,
                                    page.sum("http_client_requests_seconds_sum", labels) - waited,
                                    "http_client_requests_seconds_sum - http_client_queue_delay_seconds_sum")
                            .meter(Figure.WAITED, "http_client_queue_delay_seconds_sum")
                            .value(
                                    Figure.BY_DEFAULT,
                                    PER_INTERFACE * paths(page, labels),
                                    PER_INTERFACE
                                            + " for each interface of Quarkus' REST client, and an interface for each of the "
                                            + paths(page, labels) + " paths that it calls")
                            .read();
                })
                .toList();
    }

    private static int paths(Page page, Map<String, String> labels) {
        return (int) page.samples("http_client_requests_seconds_count").stream()
                .filter(sample -> sample.has(labels))
                .map(sample -> sample.labels().getOrDefault("uri", ""))
                .distinct()
                .count();
    }

    @Override
    public List<String> knows() {
        return List.of("http_client_");
    }
}
