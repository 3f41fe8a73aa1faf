package dev.headgate.lab;

import dev.headgate.Clock;
import dev.headgate.GateView;
import dev.headgate.SampledGate;
import dev.headgate.micrometer.MeterGate;
import dev.headgate.systems.hotelads.Surroundings;
import dev.headgate.systems.hotelads.proto.Offer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.ExecutorServiceMetrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * The pipeline as that team had it: a {@code flatMap} in whose slots a price is delayed, then looked up by a blocking call on the gRPC
 * executor, then pushed. What it counts, it counts in Micrometer; the doctor sees its queues through those meters and nothing else.
 */
final class ReactorPipeline implements AutoCloseable {
    private static final int HELD_AT_MOST = 1 << 16;

    private final Surroundings around;
    private final Receiver receiver;
    private final Duration delay;
    private final boolean delayInSlot;
    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final AtomicInteger inFlight = gauge("pipeline.in.flight");
    private final AtomicInteger delayed = gauge("pipeline.delayed");
    private final Timer records = registry.timer("pipeline.record");
    private final Timer delays = registry.timer("pipeline.delay");
    private final ThreadPoolExecutor pool;
    private final Scheduler scheduler;
    private final List<GateView> gates;
    private final Disposable running;

    private ReactorPipeline(Story story, Arm arm, Surroundings around, String bootstrap, String group) {
        this.around = around;
        this.delay = story.delay();
        this.delayInSlot = !arm.outOfSlot().contains(Story.DELAY);
        int slots = arm.capacities().getOrDefault(Story.IN_FLIGHT, Story.SICK_IN_FLIGHT);
        int threads = arm.capacities().getOrDefault(Story.OFFERS, Story.SICK_POOL);
        this.receiver = new Receiver(story, arm.has("receiver"), bootstrap, group);
        registry.gauge("receiver.buffered", receiver, Receiver::buffered);
        this.pool = new ThreadPoolExecutor(threads, threads, 1, TimeUnit.MINUTES, new LinkedBlockingQueue<>());
        ExecutorService timed = ExecutorServiceMetrics.monitor(registry, pool, Story.OFFERS);
        this.scheduler = Schedulers.fromExecutorService(timed);
        this.gates = gates(slots);
        Flux<Received> prices = receiver.prices();
        Flux<Received> due = delayInSlot ? prices : prices.flatMap(this::held, HELD_AT_MOST, 1);
        this.running = due.flatMap(this::handled, slots, 1).subscribe();
    }

    /** Starts it; returns when it has its partitions. */
    static ReactorPipeline start(Story story, Arm arm, Surroundings around, String bootstrap, String group)
            throws InterruptedException {
        ReactorPipeline pipeline = new ReactorPipeline(story, arm, around, bootstrap, group);
        try {
            pipeline.receiver.awaitAssignment();
            return pipeline;
        } catch (RuntimeException | InterruptedException e) {
            pipeline.close();
            throw e;
        }
    }

    private AtomicInteger gauge(String name) {
        return Objects.requireNonNull(registry.gauge(name, new AtomicInteger()));
    }

    /** The queues, by their meters. That the delay and the pool are inside the slots is what whoever wrote the pipeline knows. */
    private List<GateView> gates(int slots) {
        Tags pool = Tags.of("name", Story.OFFERS);
        SampledGate offers = MeterGate.named(Story.OFFERS, registry)
                .capacity("executor.pool.core", pool)
                .inUse("executor.active", pool)
                .waiting("executor.queued", pool)
                .holds("executor", pool)
                .waits("executor.idle", pool)
                .open(Clock.system());
        SampledGate waits = MeterGate.named(Story.DELAY, registry)
                .inUse("pipeline.delayed")
                .holds("pipeline.delay")
                .open(Clock.system());
        SampledGate slot = MeterGate.named(Story.IN_FLIGHT, registry)
                .capacity(slots)
                .inUse("pipeline.in.flight")
                .waiting("receiver.buffered")
                .holds("pipeline.record")
                .open(Clock.system());
        return delayInSlot ? List.of(slot.around(waits, offers), waits, offers) : List.of(slot.around(offers), offers);
    }

    List<GateView> gates() {
        return gates;
    }

    /** Which gates are nothing but a delay. */
    String[] delays() {
        return delayInSlot ? new String[] {Story.DELAY} : new String[0];
    }

    Duration longestPollGap() {
        return receiver.longestPollGap();
    }

    /** The delay put right: until so long after the creation, and before the slot. */
    private Mono<Received> held(Received received) {
        long left = received.price().getCreated() + delay.toMillis() - System.currentTimeMillis();
        return left <= 0 ? Mono.just(received) : Mono.just(received).delayElement(Duration.ofMillis(left));
    }

    private Mono<Void> handled(Received received) {
        return Mono.defer(() -> {
            long from = System.nanoTime();
            inFlight.incrementAndGet();
            Mono<Received> due = delayInSlot ? delayed(received) : Mono.just(received);
            return due.flatMap(price -> Mono.fromCallable(() -> around.lookup(price.price()))
                            .subscribeOn(scheduler))
                    .flatMap(offer -> Mono.<Void>fromRunnable(() -> push(received, offer))
                            .subscribeOn(Schedulers.boundedElastic()))
                    .onErrorResume(failure -> Mono.empty())
                    .doFinally(signal -> {
                        inFlight.decrementAndGet();
                        records.record(System.nanoTime() - from, TimeUnit.NANOSECONDS);
                        receiver.done(received);
                    });
        });
    }

    /** As that team had it: so long from now, whatever the price's age, and in the slot. */
    private Mono<Received> delayed(Received received) {
        long from = System.nanoTime();
        delayed.incrementAndGet();
        return Mono.just(received).delayElement(delay).doOnNext(price -> {
            delayed.decrementAndGet();
            delays.record(System.nanoTime() - from, TimeUnit.NANOSECONDS);
        });
    }

    private void push(Received received, Offer offer) {
        try {
            around.push(received.price(), offer);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        receiver.close();
        running.dispose();
        scheduler.dispose();
        pool.shutdownNow();
    }
}
