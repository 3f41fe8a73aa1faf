package dev.headgate.doctor.probe;

import java.util.List;

/** The connection pool of Apache HttpClient 5: its totals. */
final class HttpComponents implements Library {
    private static final String PREFIX = "httpcomponents_httpclient_pool_total_";

    @Override
    public List<Figure> read(Page page) {
        return page.groups(PREFIX + "max", "httpclient").stream()
                .map(labels -> Figure.of(page, labels, Kind.CALLS, "http client " + labels.get("httpclient"))
                        .meter(Figure.CAPACITY, PREFIX + "max")
                        .meter(
                                Figure.IN_USE,
                                PREFIX + "connections",
                                sample -> "leased".equals(sample.labels().get("state")),
                                ", leased")
                        .meter(Figure.WAITING, PREFIX + "pending")
                        .read())
                .toList();
    }

    @Override
    public List<String> knows() {
        return List.of("httpcomponents_");
    }
}
