package dev.headgate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@code doctor} says, and which exit code it gives. */
class DoctorCommandTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String... args) {
        return Headgate.execute(
                new Terminal(
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8),
                        false),
                args);
    }

    private String said() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String complained() {
        return err.toString(StandardCharsets.UTF_8);
    }

    /** A pool of 10, all in use and 30 waiting, after so many seconds in which each of its slots ended 20 holds of 50 ms a second. */
    private static String page(double seconds) {
        return String.format(Locale.ROOT, """
                hikaricp_connections_max{pool="p"} 10
                hikaricp_connections_active{pool="p"} 10
                hikaricp_connections_pending{pool="p"} 30
                hikaricp_connections_usage_seconds_count{pool="p"} %.0f
                hikaricp_connections_usage_seconds_sum{pool="p"} %.3f
                hikaricp_connections_acquire_seconds_sum{pool="p"} %.3f
                http_server_requests_seconds_count{uri="/a"} %.0f
                http_server_requests_seconds_sum{uri="/a"} %.3f
                http_server_requests_active_seconds_count 41
                strange_pool_active 3
                strange_pool_max 5
                """, 200 * seconds, 10 * seconds, 30 * seconds, 200 * seconds, 40 * seconds);
    }

    private String saved(String name, double seconds) throws IOException {
        return Files.writeString(folder.resolve(name), page(seconds)).toString();
    }

    @Test
    void savedPagesGetAVerdictAndAReport() throws Exception {
        Path report = folder.resolve("r.json");
        int code = run(
                "doctor",
                saved("1", 100),
                saved("2", 160),
                "--apart",
                "60s",
                "--explain",
                "hikari p",
                "--report",
                report.toString());
        assertThat(complained()).isEmpty();
        assertThat(code).isZero();
        assertThat(said().lines())
                .anyMatch(line -> line.matches("hikari p +10 +10\\.0 +30\\.0 +200\\.0 +50\\.0 +150\\.0"))
                .anyMatch(line -> line.equals("Throughput 200/s. hikari p binds."))
                .anyMatch(line -> line.equals("Unrecognised, looks like a pool: strange_pool_*."))
                .anyMatch(
                        line -> line.matches(" +ended +200/s +hikaricp_connections_usage_seconds_count\\{pool=\"p\"}"));
        assertThat(Files.readString(report)).contains("\"hikari p\"").contains("\"throughputPerSecond\" : 200");
    }

    @Test
    void aTargetAsksForTheSmallestSet() throws Exception {
        run("doctor", saved("1", 100), saved("2", 160), "--apart", "60s", "--target", "300/s");
        assertThat(said().lines()).anyMatch(line -> line.matches("hikari p 10 -> (16|17|18), all that is needed .*"));
    }

    @Test
    void aRunningServiceIsLookedAt() throws Exception {
        long began = System.nanoTime();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/metrics", exchange -> {
            byte[] page = page(100 + (System.nanoTime() - began) / 1e9).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
        });
        server.start();
        try {
            int code = run("doctor", "http://127.0.0.1:" + server.getAddress().getPort() + "/metrics", "--for", "3s");
            assertThat(complained()).isEmpty();
            assertThat(code).isZero();
            assertThat(said()).contains("hikari p binds");
        } finally {
            server.stop(0);
        }
    }

    private static Arguments wrong(String message, String... args) {
        return Arguments.of(message, List.of(args));
    }

    static Stream<Arguments> wrong() {
        return Stream.of(
                wrong("Missing required parameter: 'TARGET'", "doctor"),
                wrong("'nonsense' is no address of a page", "doctor", "nonsense"),
                wrong("nobody listens there", "doctor", "http://127.0.0.1:1/metrics"),
                wrong("No JMX connection to 127.0.0.1:1", "doctor", "jmx:127.0.0.1:1"),
                wrong("--for 1s is too short", "doctor", "http://127.0.0.1:1/m", "--for", "1s"),
                wrong("--for: ", "doctor", "http://127.0.0.1:1/m", "--for", "soon"),
                wrong("--target: 'much' is no rate", "doctor", "http://127.0.0.1:1/m", "--target", "much"),
                wrong("A target is a rate above 0", "doctor", "http://127.0.0.1:1/m", "--target", "0"),
                wrong("--header: 'x' is not NAME: VALUE", "doctor", "http://127.0.0.1:1/m", "--header", "x"));
    }

    @ParameterizedTest
    @MethodSource
    void wrong(String message, List<String> args) {
        assertThat(run(args.toArray(String[]::new))).isEqualTo(2);
        assertThat(complained()).contains(message).doesNotContain("\tat ");
        assertThat(complained().lines()).hasSize(1);
    }

    @Test
    void whatIsWrongWithSavedPagesIsSaid() throws Exception {
        String first = saved("1", 100);
        String second = saved("2", 160);
        assertThat(run("doctor", first, second)).isEqualTo(2);
        assertThat(run("doctor", first)).isEqualTo(2);
        assertThat(run("doctor", first, second, "--apart", "60s", "--explain", "other"))
                .isEqualTo(2);
        assertThat(run("doctor", second, first, "--apart", "60s")).isEqualTo(2);
        List<String> lines = Arrays.asList(complained().split("\n"));
        assertThat(lines.get(0)).contains("say it by --apart 60s");
        assertThat(lines.get(1)).contains("saved pages come in pairs");
        assertThat(lines.get(2)).contains("there is no station 'other': choose from");
        assertThat(lines.get(3)).contains("was started anew within the window");
    }
}
