package dev.headgate.doctor.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.headgate.doctor.Doctor;
import dev.headgate.testkit.ManualClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PageProbeTest {
    private static final Duration APART = Duration.ofMillis(44_500);
    private static final String FIRST = Pages.text("spring/hikari-small-1.prom");
    private static final String SECOND = Pages.text("spring/hikari-small-2.prom");

    @SuppressWarnings("NullAway.Init")
    private HttpServer server;

    private final ManualClock clock = new ManualClock();
    private volatile int status = 200;
    private volatile byte @Nullable [] body = bytes(FIRST);
    private volatile @Nullable String wanted;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/metrics", exchange -> {
            byte[] page = body;
            boolean known =
                    wanted == null || wanted.equals(exchange.getRequestHeaders().getFirst("Authorization"));
            if (page == null) {
                exchange.close(); // A cut connection.
                return;
            }
            exchange.sendResponseHeaders(known ? status : 401, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private PageProbe probe() {
        return probe(Map.of());
    }

    private PageProbe probe(Map<String, String> headers) {
        return PageProbe.at(
                URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/metrics"), headers, clock);
    }

    @Test
    void twoLooksMakeAView() throws Exception {
        try (PageProbe probe = probe()) {
            assertThat(probe.look()).isTrue();
            body = bytes(SECOND);
            clock.advance(APART);
            assertThat(probe.look()).isTrue();
            assertThat(probe.looks()).isEqualTo(2);
            assertThat(probe.view().observation().gates())
                    .extracting(gate -> gate.name())
                    .contains("hikari HikariPool-1");
        }
    }

    @Test
    void oneLookIsNotEnough() throws Exception {
        try (PageProbe probe = probe()) {
            probe.look();
            assertThatThrownBy(probe::view)
                    .isInstanceOf(MetricsException.class)
                    .hasMessageContaining("one page tells no rates");
        }
    }

    @Test
    void slotsInUseAndNothingThatComesBackIsNotCalledHealthy() throws Exception {
        try (PageProbe probe = probe()) {
            probe.look();
            clock.advance(APART);
            probe.look();
            // Gauges say that ten are in use, and nothing comes back.
            assertThat(Doctor.examine(probe.view().observation()).named()).isNotEmpty();
        }
    }

    @Test
    void whoAsksIsSaidByAHeader() throws Exception {
        wanted = "Bearer secret";
        try (PageProbe probe = probe()) {
            assertThatThrownBy(probe::look)
                    .isInstanceOf(MetricsException.class)
                    .hasMessageContaining("answers 401")
                    .hasMessageContaining("--header");
        }
        try (PageProbe probe = probe(Map.of("Authorization", "Bearer secret"))) {
            assertThat(probe.look()).isTrue();
        }
    }

    @Test
    void aWrongPathIsNamed() {
        status = 404;
        try (PageProbe probe = probe()) {
            assertThatThrownBy(probe::look)
                    .isInstanceOf(MetricsException.class)
                    .hasMessageContaining("answers 404")
                    .hasMessageContaining("/actuator/prometheus");
        }
    }

    @Test
    void whereNobodyListensIsSaid() throws Exception {
        int free;
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            free = socket.getLocalPort();
        }
        try (PageProbe probe = PageProbe.at(URI.create("http://127.0.0.1:" + free + "/metrics"), Map.of(), clock)) {
            assertThatThrownBy(probe::look)
                    .isInstanceOf(MetricsException.class)
                    .hasMessageContaining("nobody listens there");
        }
    }

    @Test
    void aCutConnectionIsNoted() throws Exception {
        try (PageProbe probe = probe()) {
            probe.look();
            body = null;
            assertThat(probe.look()).isFalse();
            body = bytes(SECOND);
            clock.advance(APART);
            probe.look();
            assertThat(probe.view().notes()).anyMatch(note -> note.contains("could not be read 1 times of 3"));
        }
    }

    @Test
    void aPageThatIsTooLargeIsNotRead() {
        body = new byte[17 << 20];
        try (PageProbe probe = probe()) {
            assertThatThrownBy(probe::look)
                    .isInstanceOf(MetricsException.class)
                    .hasMessageContaining("larger than 16 MB");
        }
    }

    @Test
    void whatCameBeforeARestartDoesNotCount() throws Exception {
        String later = FIRST.replaceAll("process_start_time_seconds \\S+", "process_start_time_seconds 1.9E9");
        try (PageProbe probe = probe()) {
            body = bytes(SECOND);
            probe.look();
            clock.advance(APART);
            body = bytes(later);
            probe.look();
            assertThatThrownBy(probe::view)
                    .isInstanceOf(MetricsException.class)
                    .hasMessageContaining("was started anew within the window");
            body = bytes(SECOND.replaceAll("process_start_time_seconds \\S+", "process_start_time_seconds 1.9E9"));
            clock.advance(APART);
            probe.look();
            assertThat(probe.view().notes()).anyMatch(note -> note.contains("only what came later was looked at"));
        }
    }

    @Test
    void aRestartIsSeenByCountersAsWell() throws Exception {
        try (PageProbe probe = probe()) {
            body = bytes(SECOND.replaceAll("(?m)^process_start_time.*$", ""));
            probe.look();
            clock.advance(APART);
            body = bytes(FIRST.replaceAll("(?m)^process_start_time.*$", ""));
            probe.look();
            assertThatThrownBy(probe::view).hasMessageContaining("was started anew within the window");
        }
    }

    @Test
    void savedPagesAreRead(@TempDir Path folder) throws IOException {
        Path first = Files.writeString(folder.resolve("1.prom"), FIRST);
        Path second = Files.writeString(folder.resolve("2.prom"), SECOND);
        assertThat(PageProbe.secondsBetween(first, second)).isBetween(40.0, 50.0);
        assertThat(PageProbe.saved(first, second, 44.5).observation().gates()).isNotEmpty();
        assertThatThrownBy(() -> PageProbe.saved(first, folder.resolve("3.prom"), 44.5))
                .isInstanceOf(MetricsException.class)
                .hasMessageContaining("3.prom cannot be read");
        assertThatThrownBy(() -> PageProbe.saved(first, second, 0)).isInstanceOf(MetricsException.class);
    }
}
