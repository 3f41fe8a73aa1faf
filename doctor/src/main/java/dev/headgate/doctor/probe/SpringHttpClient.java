package dev.headgate.doctor.probe;

import java.util.List;

/**
 * Calls of Spring's RestClient, RestTemplate and WebClient, by {@code client_name}. Their time includes the wait for a connection, and so
 * blames whom they call for it: where the connection pool shows itself, that is taken instead.
 */
final class SpringHttpClient implements Library {

    @Override
    public List<Figure> read(Page page) {
        return page.groups("http_client_requests_seconds_count", "client_name").stream()
                .map(labels -> Figure.of(page, labels, Kind.CALLS, "http calls to " + labels.get("client_name"))
                        .meter(Figure.ENDED, "http_client_requests_seconds_count")
                        .meter(Figure.HELD, "http_client_requests_seconds_sum")
                        .meter(Figure.IN_USE, "http_client_requests_active_seconds_count")
                        .read())
                .toList();
    }

    @Override
    public List<String> knows() {
        return List.of("http_client_");
    }
}
