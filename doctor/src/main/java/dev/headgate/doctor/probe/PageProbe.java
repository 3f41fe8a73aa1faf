package dev.headgate.doctor.probe;

import dev.headgate.Clock;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Looks at the page of meters of a running service (Prometheus or OpenMetrics text), again and again, or at pages that were saved.
 *
 * <p>One thread.
 */
public final class PageProbe implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    /** A larger page would take a service's time away from its work, once a second. */
    private static final int LARGEST = 16 << 20;

    private static final int OK = 200;
    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;

    private final Clock clock;
    private final URI address;
    private final Map<String, String> headers;
    private final HttpClient http = HttpClient.newBuilder()
            .connectTimeout(PATIENCE)
            .followRedirects(HttpClient.Redirect.NORMAL)
            .build();
    private final List<Scrape> scrapes = new ArrayList<>();
    private int missed;
    private String lastMiss = "";

    private PageProbe(URI address, Map<String, String> headers, Clock clock) {
        this.clock = clock;
        this.address = address;
        this.headers = Map.copyOf(headers);
    }

    /**
     * Of a running service; does not connect yet.
     *
     * @param clock says when it looks
     * @param headers sent with each request, such as {@code Authorization}
     * @throws MetricsException if it is no http or https address
     */
    public static PageProbe at(URI address, Map<String, String> headers, Clock clock) {
        String scheme = address.getScheme();
        if (address.getHost() == null || !("http".equals(scheme) || "https".equals(scheme))) {
            throw new MetricsException("'" + address + "' is no address of a page: write it as http://host:port/path");
        }
        return new PageProbe(address, headers, clock);
    }

    /**
     * Of two pages that were saved.
     *
     * @param seconds from the first to the second, above 0
     * @throws MetricsException if they cannot be read, or nothing can be concluded from them
     */
    public static OutsideView saved(Path first, Path second, double seconds) {
        if (!(seconds > 0)) {
            throw new MetricsException("The second page is later than the first by more than 0 s, not by " + seconds);
        }
        return Outside.of(
                List.of(new Scrape(read(first), 0), new Scrape(read(second), Math.round(seconds * 1e9))),
                first + " and " + second);
    }

    /** From a page that was saved to another: what they say of how long their service ran; NaN where they do not. */
    public static double secondsBetween(Path first, Path second) {
        return read(second).sum("process_uptime_seconds", Map.of())
                - read(first).sum("process_uptime_seconds", Map.of());
    }

    private static Page read(Path file) {
        try {
            if (Files.size(file) > LARGEST) {
                throw tooLarge(file.toString());
            }
            // What is no text is no page of meters, which the parser says.
            return MetricsText.parse(new String(Files.readAllBytes(file), StandardCharsets.UTF_8), file.toString());
        } catch (IOException e) {
            throw new MetricsException(
                    "File " + file + " cannot be read: " + e.getClass().getSimpleName(), e);
        }
    }

    private static MetricsException tooLarge(String source) {
        return new MetricsException(source + " is larger than " + (LARGEST >> 20)
                + " MB: is it the page of meters? Leave meters out there, such as histograms of every address");
    }

    /**
     * Reads the page once; blocks for at most about 20 s.
     *
     * @return false if it could not be read this time, but could before: a cut connection, say
     * @throws MetricsException if it never could, or what is there is no page of meters
     */
    public boolean look() throws InterruptedException {
        try {
            String text = get();
            scrapes.add(new Scrape(MetricsText.parse(text, address.toString()), clock.nanos()));
            return true;
        } catch (IOException e) {
            missed++;
            lastMiss = reason(e);
            if (scrapes.isEmpty()) {
                throw new MetricsException(address + " cannot be read: " + lastMiss, e);
            }
            return false;
        }
    }

    private String get() throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(address)
                .timeout(PATIENCE)
                .header("Accept", "text/plain; version=0.0.4, application/openmetrics-text; q=0.5, text/plain; q=0.3");
        headers.forEach(request::header);
        HttpResponse<InputStream> answer = http.send(request.build(), HttpResponse.BodyHandlers.ofInputStream());
        try (InputStream body = answer.body()) {
            switch (answer.statusCode()) {
                case OK -> {}
                case UNAUTHORIZED, FORBIDDEN ->
                    throw new MetricsException(address + " answers " + answer.statusCode()
                            + ": it wants to know who asks. Give it --header 'Authorization: Bearer TOKEN', say");
                default ->
                    throw new MetricsException(
                            address + " answers " + answer.statusCode()
                                    + ": is it the page of meters? Spring Boot has it at /actuator/prometheus, Quarkus at /q/metrics");
            }
            byte[] bytes = body.readNBytes(LARGEST + 1);
            if (bytes.length > LARGEST) {
                throw tooLarge(address.toString());
            }
            return new String(bytes, StandardCharsets.UTF_8);
        }
    }

    private static String reason(IOException e) {
        if (e instanceof HttpTimeoutException) {
            return "no answer within " + PATIENCE.toSeconds() + " s";
        }
        if (e instanceof ConnectException) {
            return "nobody listens there, or it is not reachable from here";
        }
        String message = e.getMessage();
        return "the connection was cut (" + (message == null ? e.getClass().getSimpleName() : message) + ")";
    }

    /** How often it was read. */
    public int looks() {
        return scrapes.size();
    }

    /**
     * What was seen so far.
     *
     * @throws MetricsException if nothing can be concluded from it
     */
    public OutsideView view() {
        if (scrapes.size() < 2 && missed > 0) {
            throw new MetricsException(address + " was read once only: after that, " + lastMiss);
        }
        OutsideView view = Outside.of(scrapes, address.toString());
        if (missed == 0) {
            return view;
        }
        List<String> notes = new ArrayList<>(view.notes());
        notes.add(
                address + " could not be read " + missed + " times of " + (missed + scrapes.size()) + ": " + lastMiss);
        return new OutsideView(view.observation(), notes, view.derivations(), view.idle(), view.unrecognised());
    }

    /** Lets go of the connection. */
    @Override
    public void close() {
        http.shutdownNow();
    }
}
