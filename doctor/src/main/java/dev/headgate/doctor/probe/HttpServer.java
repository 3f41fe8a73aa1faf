package dev.headgate.doctor.probe;

import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** The requests that a server answers, without those for the page of meters itself. */
final class HttpServer implements Library {

    private static final Predicate<Sample> ASKED = sample -> {
        String uri = sample.labels().getOrDefault("uri", "");
        return !uri.startsWith("/actuator") && !uri.startsWith("/q/") && !uri.equals("/metrics");
    };

    @Override
    public List<Figure> read(Page page) {
        if (!page.has("http_server_requests_seconds_count")) {
            return List.of();
        }
        String active = page.has("http_server_active_requests")
                ? "http_server_active_requests"
                : "http_server_requests_active_seconds_count";
        return List.of(Figure.of(page, Map.of(), Kind.REQUESTS, "requests")
                .meter(Figure.ENDED, "http_server_requests_seconds_count", ASKED, ", without those of this page")
                .meter(Figure.HELD, "http_server_requests_seconds_sum", ASKED, ", without those of this page")
                // The page that is being answered is one of them.
                .value(Figure.IN_USE, Math.max(0, page.sum(active, Map.of()) - 1), active + " - 1, for this page")
                .read());
    }

    @Override
    public List<String> knows() {
        return List.of("http_server_");
    }
}
