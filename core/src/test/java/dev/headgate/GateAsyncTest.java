package dev.headgate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Calls that wait in line without a thread. */
class GateAsyncTest {

    private static final Duration SOON = Duration.ofSeconds(30);

    private final HandClock clock = new HandClock();
    private final Gate gate = Gate.named("offers").capacity(1).clock(clock).open();

    @Test
    void holdsTheSlotUntilTheStageEnds() throws Exception {
        CompletableFuture<String> stage = new CompletableFuture<>();
        CompletableFuture<String> result = gate.callAsync(() -> stage);
        assertThat(Holding.current()).as("the caller holds nothing").isNull();
        clock.advance(30);
        assertThat(gate.stats().inUse()).isEqualTo(1);
        assertThat(result).isNotDone();
        stage.complete("price");
        assertThat(result.get()).isEqualTo("price");
        assertThat(gate.stats().inUse()).isZero();
        assertThat(gate.stats().holdNanos()).isEqualTo(30);
    }

    @Test
    void whoSeesTheResultFindsTheSlotFree() {
        CompletableFuture<String> stage = new CompletableFuture<>();
        AtomicInteger inUse = new AtomicInteger(-1);
        var unused = gate.callAsync(() -> stage)
                .whenComplete((value, failure) -> inUse.set(gate.stats().inUse()));
        stage.complete("price");
        assertThat(inUse).hasValue(0);
    }

    @Test
    void theCallerNeverWaits() throws Exception {
        Pass held = gate.enter();
        List<CompletableFuture<Integer>> results = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            int number = i;
            results.add(gate.callAsync(() -> CompletableFuture.completedFuture(number)));
        }
        assertThat(gate.stats().waiting()).isEqualTo(1_000);
        held.close();
        for (int i = 0; i < 1_000; i++) {
            assertThat(results.get(i).get(30, TimeUnit.SECONDS)).isEqualTo(i);
        }
        assertThat(gate.stats().inUse()).isZero();
    }

    @Test
    void whoGivesTheSlotBackDoesNotRunTheWorkOfTheNext() throws Exception {
        Pass held = gate.enter();
        AtomicReference<Thread> ran = new AtomicReference<>();
        AtomicReference<Holding> around = new AtomicReference<>();
        CompletableFuture<String> result = gate.callAsync(() -> {
            ran.set(Thread.currentThread());
            around.set(Holding.current());
            return CompletableFuture.completedFuture("price");
        });
        held.close();
        result.get(30, TimeUnit.SECONDS);
        assertThat(ran.get()).isNotSameAs(Thread.currentThread());
        assertThat(ran.get()).matches(Thread::isVirtual, "a virtual thread");
        assertThat(around.get()).isNotNull();
    }

    @Test
    void cancellingAWaitingCallTakesItOutOfTheLine() throws Exception {
        Pass held = gate.enter();
        AtomicInteger begun = new AtomicInteger();
        CompletableFuture<Integer> first =
                gate.callAsync(() -> CompletableFuture.completedFuture(begun.incrementAndGet()));
        CompletableFuture<Integer> second = gate.callAsync(() -> CompletableFuture.completedFuture(7));
        clock.advance(5);
        assertThat(first.cancel(true)).isTrue();
        assertThat(gate.stats().waiting()).isEqualTo(1);
        assertThat(gate.stats().cancelled()).isEqualTo(1);
        held.close();
        assertThat(second.get(30, TimeUnit.SECONDS)).isEqualTo(7);
        assertThatThrownBy(first::join).isInstanceOf(CancellationException.class);
        assertThat(begun).hasValue(0);
        assertThat(gate.stats().inUse()).isZero();
    }

    @Test
    void aTimeoutOnTheFutureTakesItOutOfTheLine() throws Exception {
        Pass held = gate.enter();
        CompletableFuture<Integer> call = gate.callAsync(() -> CompletableFuture.completedFuture(1));
        assertThatThrownBy(() -> call.orTimeout(1, TimeUnit.MILLISECONDS).join())
                .isInstanceOf(CompletionException.class);
        Crew.untilWaiting(gate, 0);
        held.close();
        assertThat(gate.stats().inUse()).isZero();
    }

    @Test
    void cancellingACallUnderWayKeepsTheSlotUntilItsWorkEnds() {
        CompletableFuture<String> stage = new CompletableFuture<>();
        CompletableFuture<String> result = gate.callAsync(() -> stage);
        result.cancel(true);
        assertThat(stage).as("the work is somebody else's to stop").isNotDone();
        assertThat(gate.stats().inUse()).as("the work goes on").isEqualTo(1);
        stage.complete("late");
        assertThat(gate.stats().inUse()).isZero();
    }

    @Test
    void aSupplierThatThrowsGivesTheSlotBack() {
        CompletableFuture<String> result = gate.callAsync(() -> {
            throw new IllegalStateException("no client");
        });
        assertThatThrownBy(result::join).hasRootCauseMessage("no client");
        assertThat(gate.stats().inUse()).isZero();
        assertThat(Holding.current()).isNull();
    }

    @Test
    @SuppressWarnings("NullAway") // Exactly what must not be done.
    void aSupplierThatReturnsNullGivesTheSlotBack() {
        CompletableFuture<String> result = gate.callAsync(() -> null);
        assertThatThrownBy(result::join)
                .hasRootCauseInstanceOf(NullPointerException.class)
                .hasMessageContaining("'offers'");
        assertThat(gate.stats().inUse()).isZero();
    }

    @Test
    void aStageThatFailsGivesTheSlotBack() {
        CompletableFuture<String> result =
                gate.callAsync(() -> CompletableFuture.failedFuture(new IllegalStateException("UNAVAILABLE")));
        assertThatThrownBy(result::join).hasRootCauseMessage("UNAVAILABLE");
        assertThat(gate.stats().inUse()).isZero();
    }

    @Test
    void growingStartsWaitingCalls() throws Exception {
        Pass held = gate.enter();
        CompletableFuture<Integer> call = gate.callAsync(() -> CompletableFuture.completedFuture(1));
        gate.resize(2);
        assertThat(call.get(SOON.toSeconds(), TimeUnit.SECONDS)).isEqualTo(1);
        assertThat(gate.stats().inUse()).isEqualTo(1);
        held.close();
    }
}
