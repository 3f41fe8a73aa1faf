package dev.headgate.systems.hotelads;

import com.google.protobuf.InvalidProtocolBufferException;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.headgate.Clock;
import dev.headgate.systems.hotelads.proto.Ad;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;

/**
 * The ads service: somebody else's HTTP server, on a free port of the loopback address. It takes ads at {@code POST /ads}, as Protobuf, answers 204,
 * and counts what it gets.
 */
final class AdsService implements AutoCloseable {
    static {
        // The server drops idle connections above this number, by default 200, and a client that is about to use one of
        // them sees its
        // push fail. Read once, when the JDK's first HTTP server is made.
        System.setProperty("sun.net.httpserver.maxIdleConnections", "10000");
    }

    private final Clock clock;
    private final IdSet ids = new IdSet();
    private final LongAdder received = new LongAdder();
    private final LongAdder expired = new LongAdder();
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server;

    /** Starts the service; the clock says whether an ad has expired. */
    AdsService(Clock clock) {
        this.clock = clock;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
        } catch (IOException e) {
            throw new UncheckedIOException("The ads service could not be started: " + e.getMessage(), e);
        }
        server.setExecutor(executor);
        server.createContext("/ads", this::take);
        server.start();
    }

    URI uri() {
        InetSocketAddress address = server.getAddress();
        return URI.create("http://" + address.getHostString() + ":" + address.getPort() + "/ads");
    }

    AdsCounts counts() {
        return new AdsCounts(received.sum(), ids.size(), expired.sum());
    }

    /** The ids of all prices that arrived. */
    IdSet ids() {
        return ids;
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            Ad ad;
            try {
                ad = Ad.parseFrom(exchange.getRequestBody().readAllBytes());
            } catch (InvalidProtocolBufferException e) {
                exchange.sendResponseHeaders(400, -1);
                return;
            }
            if (clock.millis() >= ad.getExpires()) {
                expired.increment();
            }
            ids.add(ad.getId());
            received.increment();
            exchange.sendResponseHeaders(204, -1);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        executor.shutdownNow();
    }
}
