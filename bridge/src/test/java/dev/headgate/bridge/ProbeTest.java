package dev.headgate.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import javax.net.SocketFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProbeTest {
    private static final int API_VERSIONS = 18;

    private final Probe probe = new Probe(SocketFactory.getDefault(), Duration.ofMillis(300));

    /** What a server does with one connection. */
    private interface Conduct {
        void serve(Socket socket) throws IOException;
    }

    private static final class Server implements AutoCloseable {
        private final ServerSocket listening;

        Server(Conduct conduct) throws IOException {
            listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
            Thread.ofPlatform().daemon().start(() -> {
                while (!listening.isClosed()) {
                    try (Socket socket = listening.accept()) {
                        conduct.serve(socket);
                    } catch (IOException e) {
                        // The client has gone, or the test is over.
                    }
                }
            });
        }

        String address() {
            return "127.0.0.1:" + listening.getLocalPort();
        }

        @Override
        public void close() throws IOException {
            listening.close();
        }
    }

    private static ByteBuffer request(InputStream in) throws IOException {
        int length = ByteBuffer.wrap(in.readNBytes(4)).getInt();
        return ByteBuffer.wrap(in.readNBytes(length));
    }

    private static void answer(OutputStream out, int correlation, ByteBuffer body) throws IOException {
        ByteBuffer answer = ByteBuffer.allocate(8 + body.remaining());
        answer.putInt(4 + body.remaining()).putInt(correlation).put(body);
        out.write(answer.array());
        out.flush();
    }

    private static Conduct versions(Map<Integer, Integer> highest) {
        return socket -> {
            ByteBuffer request = request(socket.getInputStream());
            request.getInt();
            ByteBuffer body = ByteBuffer.allocate(6 + 6 * highest.size());
            body.putShort((short) 0).putInt(highest.size());
            highest.forEach((key, version) ->
                    body.putShort(key.shortValue()).putShort((short) 0).putShort(version.shortValue()));
            answer(socket.getOutputStream(), request.getInt(), body.flip());
        };
    }

    @ParameterizedTest
    @CsvSource({
        "2, 2, 1, MIDDLE, 0.10.0",
        "2, 3, 2, MIDDLE, 0.10.1 or 0.10.2",
        "3, 5, 4, MIDDLE, 0.11",
        "6, 8, 6, MIDDLE, 2.0",
        "7, 10, 7, CURRENT, 2.1 or 2.2",
        "11, 17, 12, CURRENT, 3.9",
        "13, 18, 13, CURRENT, 4.0 or newer"
    })
    void theVersionIsKnownByWhatItCanDo(int produce, int fetch, int metadata, Generation generation, String name)
            throws IOException {
        try (Server server = new Server(versions(Map.of(0, produce, 1, fetch, 3, metadata)))) {
            assertThat(probe.of("source", server.address())).isEqualTo(new BrokerVersion(name, generation));
        }
    }

    @Test
    void whoHangsUpOnTheOneQuestionAndAnswersTheOtherIsOld() throws IOException {
        Conduct old = socket -> {
            ByteBuffer request = request(socket.getInputStream());
            int key = request.getShort();
            request.getShort();
            if (key != API_VERSIONS) {
                answer(socket.getOutputStream(), request.getInt(), ByteBuffer.allocate(8));
            }
        };
        try (Server server = new Server(old)) {
            assertThat(probe.of("source", server.address()).generation()).isEqualTo(Generation.OLD);
        }
    }

    @Test
    void theSecondAddressIsAskedIfTheFirstIsAway() throws IOException {
        try (Server server = new Server(versions(Map.of(0, 13, 1, 18)))) {
            assertThat(probe.of("source", "127.0.0.1:1," + server.address()).generation())
                    .isEqualTo(Generation.CURRENT);
        }
    }

    @Test
    void whatIsNoKafkaIsCalledWhatItIs() throws IOException {
        refused("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII), "is a web server");
        refused(new byte[] {21, 3, 3, 0, 2, 2, 70}, "speaks TLS");
        refused("220 mail.example ESMTP\r\n".getBytes(StandardCharsets.US_ASCII), "not as a Kafka broker does");
    }

    private void refused(byte[] answer, String words) throws IOException {
        Conduct other = socket -> {
            request(socket.getInputStream());
            socket.getOutputStream().write(answer);
            socket.getOutputStream().flush();
        };
        try (Server server = new Server(other)) {
            assertThatThrownBy(() -> probe.of("target", server.address()))
                    .isInstanceOf(BridgeException.class)
                    .hasMessageStartingWith("The target cannot be reached: " + server.address())
                    .hasMessageContaining(words)
                    .hasMessageContaining("(--to)");
        }
    }

    @Test
    void whoHangsUpOnEverythingOrSaysNothingIsNamed() throws IOException {
        try (Server server = new Server(socket -> request(socket.getInputStream()))) {
            assertThatThrownBy(() -> probe.of("source", server.address()))
                    .hasMessageContaining("hangs up on Kafka's requests");
        }
        try (Server server = new Server(socket -> socket.getInputStream().readAllBytes())) {
            assertThatThrownBy(() -> probe.of("source", server.address()))
                    .hasMessageContaining("did not answer within");
        }
        assertThatThrownBy(() -> probe.of("source", "127.0.0.1:1"))
                .hasMessageContaining("127.0.0.1:1: Connection refused");
        assertThatThrownBy(() -> probe.of("source", "no.such.host.invalid:9092"))
                .hasMessageContaining("there is no host of this name");
        assertThatThrownBy(() -> probe.of("source", "localhost")).hasMessageContaining("write HOST:PORT");
    }
}
