package dev.headgate.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class JavaProcessTest {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Says its argument, answers each line, runs for ever; says good-bye when asked to exit. */
    static final class Echo {
        public static void main(String[] args) throws Exception {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("bye")));
            System.out.println("hello " + args[0]);
            BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                System.out.println("echo " + line);
            }
            new CountDownLatch(1).await();
        }
    }

    /** Starts an Echo of its own and says which process that is. */
    static final class Parent {
        public static void main(String[] args) throws Exception {
            JavaProcess child = JavaProcess.main(Echo.class).args("child").start();
            child.awaitLine(line -> line.equals("hello child"), PATIENCE);
            System.out.println("child " + child.pid());
            new CountDownLatch(1).await();
        }
    }

    static final class Failing {
        public static void main(String[] args) {
            throw new IllegalArgumentException("as told");
        }
    }

    @Test
    void linesGoBothWaysAndCloseIsOrderly() {
        JavaProcess echo = JavaProcess.main(Echo.class).args("you").start();
        try (echo) {
            echo.awaitLine(line -> line.equals("hello you"), PATIENCE);
            echo.send("one");
            assertThat(echo.awaitLine(line -> line.startsWith("echo"), PATIENCE))
                    .isEqualTo("echo one");
        }
        assertThat(echo.isAlive()).isFalse();
        assertThat(echo.waitFor(PATIENCE)).hasValue(0);
        echo.awaitLine(line -> line.equals("bye"), PATIENCE);
    }

    @Test
    void aKilledOneSaysNothingMore() {
        try (JavaProcess echo = JavaProcess.main(Echo.class).args("you").start()) {
            echo.awaitLine(line -> line.startsWith("hello"), PATIENCE);
            echo.kill();
            assertThat(echo.waitFor(PATIENCE)).hasValue(128 + 9);
            assertThatThrownBy(() -> echo.awaitLine(line -> line.equals("bye"), PATIENCE))
                    .hasMessageContaining("ended")
                    .hasMessageContaining("hello you");
        }
    }

    @Test
    void aGrandchildDiesWithItsKilledParent() throws Exception {
        try (JavaProcess parent = JavaProcess.main(Parent.class).start()) {
            String line = parent.awaitLine(said -> said.startsWith("child "), PATIENCE);
            ProcessHandle child =
                    ProcessHandle.of(Long.parseLong(line.substring(6))).orElseThrow();
            assertThat(child.isAlive()).isTrue();
            parent.kill();
            child.onExit().get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        }
    }

    @Test
    void whatEveryChildGetsLeavesItItsOwnCollector() {
        String all = "-XX:TieredStopAtLevel=1,-XX:+UseSerialGC";
        assertThat(JavaProcess.forEveryChild(all, List.of("-Xmx64m", "-XX:+UseStringDeduplication")))
                .containsExactly("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");
        assertThat(JavaProcess.forEveryChild(all, List.of("-XX:+UseParallelGC")))
                .containsExactly("-XX:TieredStopAtLevel=1");
        assertThat(JavaProcess.forEveryChild("", List.of())).isEmpty();
    }

    @Test
    void aFailingMainEndsWithOneAndItsTrace() {
        try (JavaProcess failing = JavaProcess.main(Failing.class).start()) {
            failing.awaitLine(line -> line.contains("as told"), PATIENCE);
            assertThat(failing.waitFor(PATIENCE)).hasValue(1);
        }
    }
}
