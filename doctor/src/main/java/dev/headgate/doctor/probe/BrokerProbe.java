package dev.headgate.doctor.probe;

import dev.headgate.Clock;
import java.io.IOException;
import java.net.MalformedURLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.management.MBeanServerConnection;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a Kafka broker's meters by JMX. Two looks make a {@link BrokerVerdict}.
 *
 * <pre>{@code
 * try (BrokerProbe probe = BrokerProbe.connect("broker-1:9999", Clock.system())) {
 *     BrokerReading first = probe.read();
 *     ... half a minute later
 *     BrokerVerdict.of(first, probe.read()).lines().forEach(System.out::println);
 * }
 * }</pre>
 *
 * <p>It changes nothing at the broker. Seen to work with 3.9.1 and 4.4.0. Used by one thread at a time.
 */
public final class BrokerProbe implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 15;

    private final BrokerBeans beans;
    private final Clock clock;
    private final @Nullable JMXConnector connector;

    private BrokerProbe(BrokerBeans beans, Clock clock, @Nullable JMXConnector connector) {
        this.beans = beans;
        this.clock = clock;
        this.connector = connector;
    }

    /**
     * Connects to a JVM that was started with {@code com.sun.management.jmxremote.port}, without TLS and password; for those, connect on
     * your own and use {@link #of}. Blocks, for at most 15 s.
     *
     * @param address {@code host:port} of the JMX port, which is not the port of Kafka's clients
     * @throws IOException if nobody answers there, or not by JMX; the message says what to do
     * @throws IllegalArgumentException if it is no address
     */
    public static BrokerProbe connect(String address, Clock clock) throws IOException {
        if (!address.matches("[^\\s/]+:\\d{1,5}")) {
            throw new IllegalArgumentException(
                    "'" + address + "' is no JMX address: give host:port, as in broker-1:9999");
        }
        JMXConnector connector = connector(address);
        try {
            return new BrokerProbe(new BrokerBeans(connector.getMBeanServerConnection(), address), clock, connector);
        } catch (IOException e) {
            connector.close();
            throw e;
        }
    }

    /** Uses a connection that the caller has made, and closes. */
    public static BrokerProbe of(MBeanServerConnection connection, Clock clock) {
        return new BrokerProbe(new BrokerBeans(connection, "this connection"), clock, null);
    }

    /**
     * Looks once. Blocks for some 80 calls of the broker, and one more for each topic: tens of milliseconds nearby. The counters are
     * read one after the other, so let much more time pass between two looks.
     *
     * @throws IOException if the broker does not answer, or is none; the message says what to do
     */
    public BrokerReading read() throws IOException {
        return beans.read(clock);
    }

    /** Closes the connection if this probe has made it. Closing twice is harmless. */
    @Override
    public void close() throws IOException {
        if (connector != null) {
            connector.close();
        }
    }

    /** RMI has no time limit of its own: who does not answer is left to a thread that nobody waits for. */
    @SuppressWarnings(
            "BanJNDI") // JMX over RMI is found by JNDI; whoever looks at a broker gives its address, and trusts it.
    private static JMXConnector connector(String address) throws IOException {
        JMXServiceURL url;
        try {
            url = new JMXServiceURL("service:jmx:rmi:///jndi/rmi://" + address + "/jmxrmi");
        } catch (MalformedURLException e) {
            throw new IllegalArgumentException("'" + address + "' is no JMX address: " + e.getMessage(), e);
        }
        CompletableFuture<JMXConnector> connecting = new CompletableFuture<>();
        Thread.ofPlatform().daemon().name("connect to " + address).start(() -> {
            try {
                JMXConnector connected = JMXConnectorFactory.connect(url);
                if (!connecting.complete(connected)) {
                    connected.close();
                }
            } catch (IOException | RuntimeException e) {
                connecting.completeExceptionally(e);
            }
        });
        String advice = ": give the address of the broker's JMX port (JMX_PORT, or com.sun.management.jmxremote.port),"
                + " not that of its clients";
        try {
            return connecting.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new IOException("No JMX at " + address + advice, e.getCause());
        } catch (TimeoutException e) {
            if (connecting.completeExceptionally(e)) {
                throw new IOException(
                        "No answer by JMX from " + address + " within " + PATIENCE_SECONDS + " s" + advice, e);
            }
            return connecting.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            connecting.completeExceptionally(e);
            throw new IOException("Interrupted while connecting to " + address, e);
        }
    }
}
