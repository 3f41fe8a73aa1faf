package dev.headgate.systems.hotelads;

import dev.headgate.systems.hotelads.proto.Offer;
import dev.headgate.systems.hotelads.proto.OfferRequest;
import io.grpc.Server;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.random.RandomGenerator;

/**
 * The pricing service: somebody else's gRPC server on a free port of the loopback address, as slow, as narrow and as unreliable as it
 * is told to be. It works on {@code capacity} calls at a time; further ones wait in arrival order, unseen by the caller, as they do at
 * a server whose threads are used up.
 */
final class PricingServer implements AutoCloseable {
    /** What many servers and proxies allow of one connection, and what gRPC clients therefore have to reckon with. */
    static final int STREAMS_PER_CONNECTION = 100;

    /** A hotel that does not exist: asked for it, the server answers at once and does not count the call. */
    static final long PROBE = -1;

    private final Latency latency;
    private final double failureRate;
    private final RandomGenerator random;
    private final Semaphore workers;
    private final AtomicInteger busy = new AtomicInteger();
    private final AtomicInteger busiest = new AtomicInteger();
    private final LongAdder calls = new LongAdder();
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final Server server;

    /** Starts the server. The random numbers must come from a generator that several threads may use. */
    PricingServer(PricingBehaviour behaviour, RandomGenerator random) {
        this.latency = behaviour.latency();
        this.failureRate = behaviour.failureRate();
        this.random = random;
        this.workers = new Semaphore(behaviour.capacity(), true);
        this.server = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .executor(executor)
                .maxConcurrentCallsPerConnection(STREAMS_PER_CONNECTION)
                .addService(Pricing.service(this::lookup))
                .build();
        try {
            server.start();
        } catch (IOException e) {
            executor.close();
            throw new UncheckedIOException("The pricing server could not be started: " + e.getMessage(), e);
        }
    }

    int port() {
        return server.getPort();
    }

    /** Calls answered or failed so far. */
    long calls() {
        return calls.sum();
    }

    /** The most calls that were being worked on at once. */
    int busiest() {
        return busiest.get();
    }

    private Offer lookup(OfferRequest request) {
        if (request.getHotel() == PROBE) {
            return Offer.getDefaultInstance();
        }
        workers.acquireUninterruptibly();
        try {
            busiest.accumulateAndGet(busy.incrementAndGet(), Math::max);
            return work(request);
        } finally {
            busy.decrementAndGet();
            workers.release();
        }
    }

    private Offer work(OfferRequest request) {
        try {
            Thread.sleep(latency.sample(random));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Status.UNAVAILABLE
                    .withDescription("the pricing server shuts down")
                    .asRuntimeException();
        }
        calls.increment();
        if (random.nextDouble() < failureRate) {
            throw Status.UNAVAILABLE.withDescription("no prices at the moment").asRuntimeException();
        }
        return Offer.newBuilder()
                .setHotel(request.getHotel())
                .setTotalCents(request.getPriceCents() * 107 / 100)
                .build();
    }

    /** Stops at once; calls that are being worked on fail. */
    @Override
    public void close() {
        server.shutdownNow();
        executor.shutdownNow();
        try {
            server.awaitTermination(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
