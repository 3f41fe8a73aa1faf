package dev.headgate.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.Clock;
import dev.headgate.Gate;
import dev.headgate.GateFlow;
import dev.headgate.GateStats;
import dev.headgate.Inside;
import dev.headgate.Levels;
import dev.headgate.ObservedExecutor;
import dev.headgate.ObservedSemaphore;
import dev.headgate.Pass;
import dev.headgate.SampledGate;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Runs the code of docs/guide/gates.md, and checks that the page has that code and no other. */
class GatesGuideTest {

    private static final Path PAGE = Path.of("../docs/guide/gates.md");
    private static final Path SOURCE = Path.of("src/test/java/dev/headgate/guide/GatesGuideTest.java");
    private static final Pattern SNIPPET = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    record Price(String hotel, int cents) {}

    /** The slow thing that a gate is put around. */
    static final class Client {
        final List<Price> pushed = new ArrayList<>();

        Price lookup(String hotel) {
            return new Price(hotel, 9_900);
        }

        CompletableFuture<Price> lookupAsync(String hotel) {
            return CompletableFuture.completedFuture(lookup(hotel));
        }

        void push(Price price) {
            pushed.add(price);
        }
    }

    private final Client client = new Client();

    private void work() {
        assertThat(client.pushed).isNotNull();
    }

    @Test
    void callsAndPasses() throws Exception {
        Gate offers = Gate.named("offers-grpc").capacity(2).open();
        Price price = offers.call(() -> client.lookup("h-17"));
        try (Pass pass = offers.enter()) {
            client.push(price);
        }
        assertThat(client.pushed).containsExactly(new Price("h-17", 9_900));
        assertThat(offers.stats().exits()).isEqualTo(2);
    }

    private String pushUnlessBusy(Gate offers, Price price) throws InterruptedException {
        try (Pass pass = offers.enter(Duration.ofMillis(50))) {
            if (pass == null) {
                return "busy";
            }
            client.push(price);
        }
        return "pushed";
    }

    @Test
    void givesUpInTime() throws Exception {
        Gate offers = Gate.named("offers-grpc").capacity(1).open();
        Price price = new Price("h-17", 1);
        assertThat(pushUnlessBusy(offers, price)).isEqualTo("pushed");
        try (Pass held = offers.enter()) {
            assertThat(pushUnlessBusy(offers, price)).isEqualTo("busy");
        }
    }

    @Test
    void callsAsync() throws Exception {
        Gate offers = Gate.named("offers-grpc").capacity(2).open();
        CompletableFuture<Price> later = offers.callAsync(() -> client.lookupAsync("h-17"));
        assertThat(later.get().cents()).isEqualTo(9_900);
        offers.resize(4);
        assertThat(offers.capacity()).isEqualTo(4);
    }

    @Test
    void readsAFlow() throws Exception {
        Gate offers = Gate.named("offers-grpc").capacity(2).open();
        GateStats before = offers.stats();
        work();
        GateFlow flow = offers.stats().since(before);
        assertThat(flow.utilisation()).isZero();
        assertThat(flow.seconds()).isPositive();
    }

    @Test
    void showsWhatHoldersDo() throws Exception {
        Gate offers = Gate.named("offers-grpc").capacity(2).open();
        Gate leases = Gate.named("leases").capacity(1).open();
        Price price = new Price("h-17", 1);
        try (Pass lease = leases.enter()) {
            offers.run(() -> client.push(price));
        }
        Inside inside = leases.stats().insides().get(0);
        assertThat(inside.gate()).isEqualTo("offers-grpc");
        assertThat(inside.entries()).isEqualTo(1);
        assertThat(leases.stats().ownNanos()).isPositive();
    }

    @Test
    void showsPoolsOfOthers() throws Exception {
        ThreadPoolExecutor threads = new ThreadPoolExecutor(3, 3, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        int inUse = 4;
        long done = 17;
        ObservedExecutor grpc = new ObservedExecutor("offers-pool", threads);
        Future<Price> looked = grpc.submit(() -> client.lookup("h-17"));

        ObservedSemaphore licences = new ObservedSemaphore("licences", 5);
        SampledGate sampled = SampledGate.executor("jobs", threads, Clock.system());
        SampledGate outer = SampledGate.of("outer", Clock.system(), () -> Levels.of(256, inUse, 0, done))
                .around(sampled);
        assertThat(looked.get(30, TimeUnit.SECONDS).cents()).isEqualTo(9_900);
        threads.shutdown();
        assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        assertThat(grpc.stats().exits()).isEqualTo(1);
        assertThat(licences.stats().capacity()).isEqualTo(5);
        assertThat(sampled.stats().exits()).isEqualTo(1);
        assertThat(outer.stats().insides()).hasSize(1);
    }

    @Test
    void thePageHasThisCode() throws IOException {
        List<String> snippets = SNIPPET.matcher(Files.readString(PAGE))
                .results()
                .map(found -> found.group(1))
                .toList();
        assertThat(snippets).hasSize(9);
        String source = withoutIndentation(Files.readString(SOURCE));
        for (String snippet : snippets) {
            assertThat(source)
                    .as("%s, which should hold the code of %s", SOURCE, PAGE)
                    .contains(withoutIndentation(snippet));
        }
    }

    private static String withoutIndentation(String code) {
        return code.lines().map(String::strip).collect(Collectors.joining("\n"));
    }
}
