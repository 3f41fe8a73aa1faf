package dev.headgate.systems.hotelads;

import io.grpc.Channel;
import io.grpc.ManagedChannel;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * As many gRPC connections to one server as its calls need. An HTTP/2 connection carries a limited number of calls at once, often 100, and
 * a gRPC client makes further ones wait inside the connection, where nobody sees them. So each connection here gets at most that many, and
 * another is opened when all are taken. The gate in front bounds the whole.
 *
 * <p>Safe for use by any thread.
 */
final class Channels implements AutoCloseable {

    /** A place in one connection; given back by closing. */
    final class Stream implements AutoCloseable {
        private final Connection connection;

        private Stream(Connection connection) {
            this.connection = connection;
        }

        Channel channel() {
            return connection.channel;
        }

        @Override
        public void close() {
            connection.taken.decrementAndGet();
        }
    }

    private static final class Connection {
        private final ManagedChannel channel;
        private final AtomicInteger taken = new AtomicInteger();

        private Connection(ManagedChannel channel) {
            this.channel = channel;
        }

        boolean take(int limit) {
            int now = taken.get();
            while (now < limit) {
                if (taken.compareAndSet(now, now + 1)) {
                    return true;
                }
                now = taken.get();
            }
            return false;
        }
    }

    private final String host;
    private final int port;
    private final int streamsPerConnection;
    private final List<Connection> connections = new CopyOnWriteArrayList<>();
    private final AtomicInteger next = new AtomicInteger();
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();

    Channels(String host, int port, int streamsPerConnection) {
        this.host = host;
        this.port = port;
        this.streamsPerConnection = streamsPerConnection;
    }

    /** A free place, in a new connection if there is no other. Does not wait. */
    Stream take() {
        int size = connections.size();
        int from = next.getAndIncrement();
        for (int i = 0; i < size; i++) {
            Connection connection = connections.get(Math.floorMod(from + i, size));
            if (connection.take(streamsPerConnection)) {
                return new Stream(connection);
            }
        }
        return new Stream(open(size));
    }

    int size() {
        return connections.size();
    }

    /** Opens a connection and takes a place in it, unless another thread has just opened one with a place left. */
    private synchronized Connection open(int known) {
        for (Connection recent : connections.subList(known, connections.size())) {
            if (recent.take(streamsPerConnection)) {
                return recent;
            }
        }
        Connection connection = new Connection(NettyChannelBuilder.forAddress(host, port)
                .usePlaintext()
                .executor(executor)
                .build());
        connection.take(streamsPerConnection);
        connections.add(connection);
        return connection;
    }

    @Override
    public void close() {
        connections.forEach(connection -> connection.channel.shutdownNow());
        try {
            for (Connection connection : connections) {
                connection.channel.awaitTermination(5, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        executor.shutdownNow();
    }
}
