package dev.headgate.systems.hotelads;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.headgate.Clock;
import dev.headgate.systems.hotelads.proto.Ad;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.URI;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.impl.bootstrap.HttpServer;
import org.apache.hc.core5.http.impl.bootstrap.ServerBootstrap;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.Timeout;

/**
 * The ads service: somebody else's HTTP server, on a free port of the loopback address, with a thread for each connection. It takes
 * ads at {@code POST /ads}, as Protobuf, answers 204, and counts what it gets.
 */
final class AdsService implements AutoCloseable {
    /** Where a request has no effect. */
    static final String PROBE = "/probe";

    private static final Timeout IDLE_AT_MOST = Timeout.ofMinutes(10);
    private static final int BACKLOG = 1024;

    private final Clock clock;
    private final LongConsumer onAd;
    private final IdSet ids = new IdSet();
    private final LongAdder received = new LongAdder();
    private final LongAdder expired = new LongAdder();
    private final HttpServer server;

    /** Starts the service; the clock says whether an ad has expired. */
    AdsService(Clock clock) {
        this(clock, expires -> {});
    }

    /**
     * As the other.
     *
     * @param onAd told of each ad when it expires, in ms since 1970; by many threads, and must not block
     */
    AdsService(Clock clock, LongConsumer onAd) {
        this.clock = clock;
        this.onAd = onAd;
        server = ServerBootstrap.bootstrap()
                .setLocalAddress(InetAddress.getLoopbackAddress())
                .setCanonicalHostName(InetAddress.getLoopbackAddress().getHostAddress())
                .setSocketConfig(SocketConfig.custom()
                        .setSoTimeout(IDLE_AT_MOST)
                        .setTcpNoDelay(true)
                        .setBacklogSize(BACKLOG)
                        .build())
                .register("/ads", (request, response, context) -> take(request, response))
                .register(PROBE, (request, response, context) -> response.setCode(HttpStatus.SC_NO_CONTENT))
                .create();
        try {
            server.start();
        } catch (IOException e) {
            throw new UncheckedIOException("The ads service could not be started: " + e.getMessage(), e);
        }
    }

    URI uri() {
        return URI.create("http://" + server.getInetAddress().getHostAddress() + ":" + server.getLocalPort() + "/ads");
    }

    AdsCounts counts() {
        return new AdsCounts(received.sum(), ids.size(), expired.sum());
    }

    /** The ids of all prices that arrived. */
    IdSet ids() {
        return ids;
    }

    private void take(ClassicHttpRequest request, ClassicHttpResponse response) throws IOException {
        byte[] body = EntityUtils.toByteArray(request.getEntity());
        Ad ad;
        try {
            ad = Ad.parseFrom(body == null ? new byte[0] : body);
        } catch (InvalidProtocolBufferException e) {
            response.setCode(HttpStatus.SC_BAD_REQUEST);
            return;
        }
        if (clock.millis() >= ad.getExpires()) {
            expired.increment();
        }
        ids.add(ad.getId());
        received.increment();
        onAd.accept(ad.getExpires());
        response.setCode(HttpStatus.SC_NO_CONTENT);
    }

    @Override
    public void close() {
        server.close(CloseMode.IMMEDIATE);
    }
}
