package dev.headgate.systems.trips;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.impl.bootstrap.HttpServer;
import org.apache.hc.core5.http.impl.bootstrap.ServerBootstrap;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;

/**
 * The email provider: somebody else's HTTP server, on a free port of the loopback address, with a thread for each connection. It takes receipts at
 * {@code POST /emails}, and answers 202 after a delay. A receipt whose idempotency key came before is taken, counted as a repeat, and not sent again,
 * as such providers do. What arrived counts as sent even if the caller does not live to see the answer.
 *
 * <p>Safe for use by any thread.
 */
public final class EmailStandIn implements AutoCloseable {
    /** The header with the trip's id. */
    static final String IDEMPOTENCY_KEY = "Idempotency-Key";

    private static final Timeout IDLE_AT_MOST = Timeout.ofMinutes(10);
    private static final int BACKLOG = 1024;

    private final ConcurrentHashMap<UUID, AtomicInteger> posts = new ConcurrentHashMap<>();
    private final LongAdder refused = new LongAdder();
    private final HttpServer server;
    private volatile Duration delay;

    private EmailStandIn(Duration delay) {
        this.delay = delay;
        server = ServerBootstrap.bootstrap()
                .setLocalAddress(InetAddress.getLoopbackAddress())
                .setCanonicalHostName(InetAddress.getLoopbackAddress().getHostAddress())
                .setSocketConfig(SocketConfig.custom()
                        .setSoTimeout(IDLE_AT_MOST)
                        .setTcpNoDelay(true)
                        .setBacklogSize(BACKLOG)
                        .build())
                .register("/emails", (request, response, context) -> take(request, response))
                .create();
        try {
            server.start();
        } catch (IOException e) {
            throw new UncheckedIOException("The email stand-in could not be started: " + e.getMessage(), e);
        }
    }

    /**
     * Starts the provider.
     *
     * @param delay from a request's arrival to its answer; not negative
     * @throws UncheckedIOException if there is no port for it
     */
    public static EmailStandIn start(Duration delay) {
        return new EmailStandIn(delay);
    }

    /** Where receipts are posted. */
    public URI url() {
        return URI.create(
                "http://" + server.getInetAddress().getHostAddress() + ":" + server.getLocalPort() + "/emails");
    }

    /** Changes the delay for requests that arrive from now on. */
    public void delay(Duration changed) {
        delay = Objects.requireNonNull(changed, "delay");
    }

    /** The number of trips whose receipt was sent, each once. */
    public int sent() {
        return posts.size();
    }

    /** Whether the receipt of a trip was sent. O(1). */
    public boolean sent(UUID tripId) {
        return posts.containsKey(tripId);
    }

    /** How many receipts came again after they had been sent. O(trips). */
    public long repeats() {
        return posts.values().stream().mapToLong(count -> count.get() - 1L).sum();
    }

    /** Requests without a trip's id as their idempotency key; answered 400. */
    public long refused() {
        return refused.sum();
    }

    /** Forgets what was sent. */
    public void forget() {
        posts.clear();
    }

    private void take(ClassicHttpRequest request, ClassicHttpResponse response) throws IOException {
        EntityUtils.consume(request.getEntity());
        UUID tripId;
        try {
            Header key = request.getHeader(IDEMPOTENCY_KEY);
            tripId = UUID.fromString(key == null ? "" : key.getValue());
        } catch (ProtocolException | IllegalArgumentException e) {
            refused.increment();
            response.setCode(HttpStatus.SC_BAD_REQUEST);
            return;
        }
        posts.computeIfAbsent(tripId, id -> new AtomicInteger()).incrementAndGet();
        try {
            Thread.sleep(delay);
        } catch (InterruptedException e) {
            // The server is being closed; whoever waits for the answer will see the connection end.
            Thread.currentThread().interrupt();
        }
        response.setCode(HttpStatus.SC_ACCEPTED);
    }

    /** Ends the server and its connections at once. */
    @Override
    public void close() {
        server.close(CloseMode.IMMEDIATE);
    }
}
