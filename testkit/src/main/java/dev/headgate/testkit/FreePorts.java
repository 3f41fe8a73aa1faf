package dev.headgate.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Ports of 127.0.0.1 that nobody listens on.
 *
 * <p>They lie below the range from which systems take the local ports of outgoing connections (32768 and up on Linux). A stopped
 * broker's port in that range can be taken by a client that tries to reconnect to it, which then even connects to itself.
 */
final class FreePorts {

    private static final int LOWEST = 15_000;
    private static final int HIGHEST = 32_000;
    private static final Set<Integer> HANDED_OUT = new HashSet<>();

    private FreePorts() {}

    /** A port that was free a moment ago and that this JVM has not handed out before. */
    static int next() {
        synchronized (HANDED_OUT) {
            for (int attempt = 0; attempt < 1_000; attempt++) {
                int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
                if (!HANDED_OUT.contains(port) && isFree(port)) {
                    HANDED_OUT.add(port);
                    return port;
                }
            }
        }
        throw new IllegalStateException("No free port found on 127.0.0.1 between " + LOWEST + " and " + HIGHEST
                + " in 1,000 attempts: close what listens there");
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException taken) {
            return false;
        }
    }
}
