package dev.headgate.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A real server in this JVM, a real Gatling in another. */
class OpenLoadTest {
    private interface Service {
        void answer(HttpExchange exchange) throws IOException;
    }

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Queue<String> bodies = new ConcurrentLinkedQueue<>();
    private final CountDownLatch never = new CountDownLatch(1);
    private HttpServer server;

    @BeforeEach
    void open() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.start();
    }

    @AfterEach
    void close() {
        never.countDown();
        server.stop(0);
        threads.shutdownNow();
    }

    private void serve(String path, Service service) {
        server.createContext(path, exchange -> {
            bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            service.answer(exchange);
            exchange.close();
        });
    }

    private URI url(String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }

    private LoadResult run(String path, Duration timeout, Step... steps) {
        try (OpenLoad load =
                OpenLoad.start(url(path), "{\"id\":\"#{id}\",\"n\":#{randomInt(1,9)}}", timeout, List.of(steps))) {
            return load.await();
        }
    }

    private static void status(HttpExchange exchange, int status) throws IOException {
        exchange.sendResponseHeaders(status, -1);
    }

    @Test
    void everyRequestIsCountedWithWhatCameOfIt() {
        AtomicInteger count = new AtomicInteger();
        serve("/", exchange -> status(exchange, count.incrementAndGet() % 10 == 0 ? 503 : 200));
        LoadResult result = run(
                "/",
                Duration.ofSeconds(5),
                new Step("one", 30, Duration.ofSeconds(1)),
                new Step("two", 60, Duration.ofSeconds(2)));
        assertThat(result.steps()).extracting(StepResult::sent).containsExactly(30L, 120L);
        assertThat(result.steps().stream()
                        .mapToLong(step -> step.sent() - step.served())
                        .sum())
                .isEqualTo(15);
        assertThat(result.servedIds()).hasSize(135).doesNotHaveDuplicates();
        List<String> arrived =
                bodies.stream().map(body -> body.substring(7, 43)).toList();
        assertThat(result.answers())
                .extracting(answer -> answer.id().toString())
                .containsExactlyInAnyOrderElementsOf(arrived);
    }

    /** Not one request is answered in time, yet all are sent, and each shows the time that its rider waited. */
    @Test
    void aServerThatHangsIsSparedNothing() {
        serve("/hangs", exchange -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        LoadResult result = run("/hangs", Duration.ofSeconds(1), new Step("hang", 20, Duration.ofSeconds(2)));
        StepResult step = result.steps().getFirst();
        assertThat(step.sent()).isEqualTo(40);
        assertThat(step.errorShare()).isEqualTo(1.0);
        assertThat(step.p50Ms()).isGreaterThanOrEqualTo(990);
        assertThat(result.answers()).extracting(Answer::status).containsOnly(0);
    }

    @Test
    void whatCannotBeAStepIsRefused() {
        assertThatThrownBy(() -> new Step("no;", 1, Duration.ofSeconds(1))).hasMessageContaining("no;");
        assertThatThrownBy(() -> new Step("a", 0, Duration.ofSeconds(1))).hasMessageContaining("rate above 0/s");
        assertThatThrownBy(() -> new Step("a", 1, Duration.ofMillis(10))).hasMessageContaining("at least 1 s");
    }
}
