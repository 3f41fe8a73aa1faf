package dev.headgate.systems.trips;

import dev.headgate.Gate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Component;

/** Sends receipts by the email provider, over HTTP, through the gate {@code email}. The trip id is the idempotency key. */
@Component
class Receipts implements DisposableBean {
    private static final Timeout AT_MOST = Timeout.ofSeconds(30);
    /** Out of the way: the gate bounds what is in use, and a pool that did so too would be a queue that nobody sees. */
    private static final int MOST_CONNECTIONS = 1_000_000;

    private final Gate gate;
    private final URI uri;
    private final CloseableHttpClient http;

    Receipts(@Qualifier("email") Gate gate, TripsProperties properties) {
        this.gate = gate;
        this.uri = properties.emailUrl();
        this.http = HttpClients.custom()
                .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                        .setMaxConnTotal(MOST_CONNECTIONS)
                        .setMaxConnPerRoute(MOST_CONNECTIONS)
                        .setDefaultConnectionConfig(ConnectionConfig.custom()
                                .setConnectTimeout(AT_MOST)
                                .setSocketTimeout(AT_MOST)
                                .build())
                        .build())
                .disableAutomaticRetries()
                .disableCookieManagement()
                .disableRedirectHandling()
                .disableAuthCaching()
                .disableContentCompression()
                .build();
    }

    /**
     * Sends one receipt; blocks until the provider has taken it.
     *
     * @throws UncheckedIOException if the provider cannot be reached, answers with anything but 2xx, or is silent for 30 s
     */
    void send(RideCompleted ride) throws InterruptedException {
        HttpPost request = new HttpPost(uri);
        request.setHeader(EmailStandIn.IDEMPOTENCY_KEY, ride.key());
        request.setEntity(new StringEntity(
                "To " + ride.riderId() + ": your ride cost " + ride.fareCents() + " cents.", ContentType.TEXT_PLAIN));
        try {
            int status = gate.call(() -> http.execute(request, response -> response.getCode()));
            if (status / 100 != 2) {
                throw new IOException(
                        "The email provider answered " + status + " to the receipt of trip " + ride.key());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void destroy() {
        http.close(CloseMode.IMMEDIATE);
    }
}
