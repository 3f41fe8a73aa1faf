package dev.headgate.systems.hotelads;

import dev.headgate.Gate;
import dev.headgate.systems.hotelads.proto.Ad;
import java.io.IOException;
import java.net.URI;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;

/** Pushes ads to the ads service, through the gate {@code ads-http}. */
final class AdsClient implements AutoCloseable {
    private static final Timeout AT_MOST = Timeout.ofSeconds(30);
    /** Out of the way: the gate bounds what is in use, and a pool that did so too would be a queue that nobody sees. */
    private static final int MOST_CONNECTIONS = 1_000_000;

    private final Gate gate;
    private final URI uri;
    private final CloseableHttpClient http;

    AdsClient(Gate gate, URI uri) {
        this.gate = gate;
        this.uri = uri;
        PoolingHttpClientConnectionManager connections = PoolingHttpClientConnectionManagerBuilder.create()
                .setMaxConnTotal(MOST_CONNECTIONS)
                .setMaxConnPerRoute(MOST_CONNECTIONS)
                .setDefaultConnectionConfig(ConnectionConfig.custom()
                        .setConnectTimeout(AT_MOST)
                        .setSocketTimeout(AT_MOST)
                        .build())
                .build();
        // Retries are the intake's business: it waits for them without a slot, and counts them.
        this.http = HttpClients.custom()
                .setConnectionManager(connections)
                .disableAutomaticRetries()
                .disableCookieManagement()
                .disableRedirectHandling()
                .disableAuthCaching()
                .disableContentCompression()
                .build();
    }

    /**
     * Waits for a slot and then for the service's answer.
     *
     * @throws IOException if the service cannot be reached, answers with anything but 2xx, or is silent for 30 s
     */
    void push(Ad ad) throws IOException, InterruptedException {
        HttpPost request = request(uri, ad);
        check(gate.call(() -> post(request)), ad);
    }

    /**
     * As {@link #push}, past the gate.
     *
     * @throws IOException as there
     */
    void send(Ad ad) throws IOException {
        check(post(request(uri, ad)), ad);
    }

    private static void check(int status, Ad ad) throws IOException {
        if (status / 100 != 2) {
            throw new IOException("The ads service answered " + status + " to price " + ad.getId());
        }
    }

    /** A request without effect, past the gate; for warming up. */
    void probe() throws IOException {
        post(request(uri.resolve(AdsService.PROBE), Ad.getDefaultInstance()));
    }

    private static HttpPost request(URI uri, Ad ad) {
        HttpPost request = new HttpPost(uri);
        request.setEntity(new ByteArrayEntity(ad.toByteArray(), ContentType.APPLICATION_OCTET_STREAM));
        return request;
    }

    private int post(HttpPost request) throws IOException {
        return http.execute(request, response -> response.getCode());
    }

    @Override
    public void close() {
        http.close(CloseMode.IMMEDIATE);
    }
}
