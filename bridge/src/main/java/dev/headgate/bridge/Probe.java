package dev.headgate.bridge;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.net.SocketFactory;
import javax.net.ssl.SSLException;

/**
 * Finds out how old a broker is, on a socket of its own, because a client that is too new for a broker does not say so: it says for ever that the
 * broker was disconnected. Two questions are asked: which versions are there (0.10 and newer answer, older ones hang up), then which
 * topics (0.8 and newer answer).
 *
 * <p>Protocol: Kafka's protocol guide; ApiVersions v0 (key 18), Metadata v0 (key 3).
 */
final class Probe {
    private static final int API_VERSIONS = 18;
    private static final int METADATA = 3;
    private static final int LARGEST_ANSWER = 100 * 1024 * 1024;
    private static final int TLS_ALERT = 21;
    private static final int TLS_HANDSHAKE = 22;

    private final SocketFactory sockets;
    private final int patienceMs;

    /**
     * @param patience how long each step may take: connecting, and each answer
     */
    Probe(SocketFactory sockets, Duration patience) {
        this.sockets = sockets;
        this.patienceMs = Math.toIntExact(patience.toMillis());
    }

    /**
     * The version of the first broker that answers.
     *
     * @param what how the cluster is called in messages: source or target
     * @param bootstrap {@code host:port,host:port}
     * @throws BridgeException if none does; says of each why
     */
    BrokerVersion of(String what, String bootstrap) {
        List<String> failures = new ArrayList<>();
        for (String address : bootstrap.split(",")) {
            try {
                return ask(address.trim());
            } catch (NotKafkaException e) {
                failures.add(address.trim() + " " + e.getMessage());
            } catch (UnknownHostException e) {
                failures.add(address.trim() + ": there is no host of this name");
            } catch (SocketTimeoutException e) {
                failures.add(address.trim() + " did not answer within " + patienceMs / 1000 + " s"
                        + (String.valueOf(e.getMessage()).startsWith("Read")
                                ? ", though it takes connections: is it the right port?"
                                : ""));
            } catch (SSLException e) {
                failures.add(address.trim() + " does not speak TLS, which security.protocol in --config asks for ("
                        + e.getMessage() + ")");
            } catch (IOException e) {
                failures.add(address.trim() + ": " + (e.getMessage() == null ? "hung up" : e.getMessage()));
            }
        }
        String all = String.join("; ", failures);
        throw new BridgeException("The " + what + " cannot be reached: " + all + (all.endsWith("?") ? "" : ".")
                + " Check host and port" + (what.equals("source") ? " (--from)." : " (--to)."));
    }

    /** What answers is no Kafka, or not in this way. */
    private static final class NotKafkaException extends IOException {
        private static final long serialVersionUID = 1;

        NotKafkaException(String message) {
            super(message);
        }
    }

    private BrokerVersion ask(String address) throws IOException {
        ByteBuffer versions;
        try {
            versions = call(address, API_VERSIONS, new byte[0]);
        } catch (EOFException hungUp) {
            return askOld(address);
        } catch (IOException e) {
            if (isCut(e)) {
                return askOld(address);
            }
            throw e;
        }
        return read(versions);
    }

    private BrokerVersion read(ByteBuffer answer) throws NotKafkaException {
        try {
            short error = answer.getShort();
            if (error != 0) {
                throw new NotKafkaException(
                        "answers as a Kafka broker does, but refuses to tell its versions (error " + error + ")");
            }
            int count = answer.getInt();
            Map<Integer, Integer> highest = new HashMap<>();
            for (int i = 0; i < count; i++) {
                int key = answer.getShort();
                answer.getShort();
                highest.put(key, (int) answer.getShort());
            }
            return BrokerVersion.of(highest);
        } catch (java.nio.BufferUnderflowException e) {
            throw new NotKafkaException("answers, but not as a Kafka broker does: is it the right port?");
        }
    }

    /** Whether it knows the other question, which is as old as 0.8. */
    private BrokerVersion askOld(String address) throws IOException {
        byte[] noSuchTopic = ByteBuffer.allocate(4).putInt(0).array();
        try {
            call(address, METADATA, noSuchTopic);
            return BrokerVersion.BEFORE_VERSIONS;
        } catch (EOFException e) {
            throw new NotKafkaException(
                    "takes connections and hangs up on Kafka's requests: is it the right port, or does it want TLS or SASL (--config)?");
        } catch (IOException e) {
            if (isCut(e)) {
                throw new NotKafkaException(
                        "takes connections and cuts them on Kafka's requests: is it the right port, or does it want TLS or SASL (--config)?");
            }
            throw e;
        }
    }

    private static boolean isCut(IOException e) {
        String message = String.valueOf(e.getMessage());
        return e.getClass() == java.net.SocketException.class
                && (message.contains("reset") || message.contains("Broken pipe") || message.contains("abort"));
    }

    private ByteBuffer call(String address, int request, byte[] body) throws IOException {
        InetSocketAddress to = address(address);
        try (Socket socket = sockets.createSocket()) {
            socket.connect(to, patienceMs);
            socket.setSoTimeout(patienceMs);
            byte[] client = "headgate-bridge".getBytes(StandardCharsets.UTF_8);
            ByteBuffer out = ByteBuffer.allocate(4 + 2 + 2 + 4 + 2 + client.length + body.length);
            out.putInt(out.capacity() - 4)
                    .putShort((short) request)
                    .putShort((short) 0)
                    .putInt(request);
            out.putShort((short) client.length).put(client).put(body);
            socket.getOutputStream().write(out.array());
            socket.getOutputStream().flush();
            return answer(new DataInputStream(new BufferedInputStream(socket.getInputStream())), request);
        }
    }

    private static ByteBuffer answer(DataInputStream in, int correlation) throws IOException {
        byte[] head = new byte[4];
        in.readFully(head);
        refuseOthers(head);
        int length = ByteBuffer.wrap(head).getInt();
        if (length < 4 || length > LARGEST_ANSWER) {
            throw new NotKafkaException("answers, but not as a Kafka broker does: is it the right port?");
        }
        byte[] rest = in.readNBytes(length);
        if (rest.length < length) {
            throw new EOFException("hung up in the middle of an answer");
        }
        ByteBuffer answer = ByteBuffer.wrap(rest);
        if (answer.getInt() != correlation) {
            throw new NotKafkaException("answers another question than was asked: is it the right port?");
        }
        return answer;
    }

    private static void refuseOthers(byte[] head) throws NotKafkaException {
        if ((head[0] == TLS_ALERT || head[0] == TLS_HANDSHAKE) && head[1] == 3) {
            throw new NotKafkaException(
                    "speaks TLS: set security.protocol=SSL (or SASL_SSL) and its truststore in --config");
        }
        if (new String(head, StandardCharsets.ISO_8859_1).startsWith("HTTP")) {
            throw new NotKafkaException("is a web server, not a Kafka broker: is it the right port?");
        }
    }

    private static InetSocketAddress address(String address) throws IOException {
        int colon = address.lastIndexOf(':');
        try {
            int port = Integer.parseInt(address.substring(colon + 1));
            if (colon > 0 && port > 0 && port < 65536) {
                String host = address.substring(0, colon);
                InetSocketAddress found =
                        new InetSocketAddress(host.startsWith("[") ? host.substring(1, host.length() - 1) : host, port);
                if (found.isUnresolved()) {
                    throw new UnknownHostException(host);
                }
                return found;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw new NotKafkaException("is no address: write HOST:PORT");
    }
}
