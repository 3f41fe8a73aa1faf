package dev.headgate.systems.hotelads;

import dev.headgate.Gate;
import dev.headgate.systems.hotelads.proto.Ad;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Pushes ads to the ads service, through the gate {@code ads-http}. */
final class AdsClient implements AutoCloseable {
    private static final Duration AT_MOST = Duration.ofSeconds(30);

    private final Gate gate;
    private final URI uri;
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClient http;

    AdsClient(Gate gate, URI uri) {
        this.gate = gate;
        this.uri = uri;
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(AT_MOST)
                .executor(executor)
                .build();
    }

    /**
     * Waits for a slot and then for the service's answer.
     *
     * @throws IOException if the service cannot be reached, answers with anything but 2xx, or takes longer than 30 s
     */
    void push(Ad ad) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(uri)
                .timeout(AT_MOST)
                .header("Content-Type", "application/x-protobuf")
                .POST(HttpRequest.BodyPublishers.ofByteArray(ad.toByteArray()))
                .build();
        int status = gate.call(
                () -> http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode());
        if (status / 100 != 2) {
            throw new IOException("The ads service answered " + status + " to price " + ad.getId());
        }
    }

    @Override
    public void close() {
        http.shutdownNow();
        executor.shutdownNow();
    }
}
