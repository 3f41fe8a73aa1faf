package dev.headgate.spring;

import dev.headgate.kafka.Intake;
import dev.headgate.kafka.IntakeState;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.context.SmartLifecycle;

/**
 * Starts the intakes when everything that a handler may need is ready, and drains them before any of it goes.
 *
 * <p>Its phase is that in which a web server shuts down gracefully, which lies behind the one in which it starts. So records come when the server answers
 * probes already; and when the application ends, requests and records are finished at the same time, within one timeout of
 * {@code spring.lifecycle.timeout-per-shutdown-phase} and not one after the other.
 *
 * <p>An intake runs once. When a stopped context is started again, its intakes are made anew.
 */
final class IntakeLifecycle implements SmartLifecycle, DisposableBean {
    /** As WebServerApplicationContext.GRACEFUL_SHUTDOWN_PHASE, which is not there without a web server. */
    static final int PHASE = SmartLifecycle.DEFAULT_PHASE - 1024;

    /** The part of the timeout that is left for committing, leaving the group and the other beans of the phase. */
    private static final Duration MARGIN = Duration.ofSeconds(2);

    private static final Logger log = LoggerFactory.getLogger(IntakeLifecycle.class);

    private final Intakes intakes;
    private final Duration timeout;
    private volatile boolean running;

    IntakeLifecycle(Intakes intakes, Duration timeout) {
        this.intakes = intakes;
        this.timeout = timeout;
    }

    @Override
    public void start() {
        running = true;
        for (Member member : intakes.members()) {
            Intake<?, ?> intake = intakes.fresh(member);
            if (intakes.autoStart(member)) {
                start(member, intake);
            }
        }
    }

    private static void start(Member member, Intake<?, ?> intake) {
        try {
            intake.start();
        } catch (IllegalArgumentException | IllegalStateException e) {
            throw new HeadgateConfigurationException(
                    "Intake '" + member.name() + "' does not start: " + e.getMessage() + ".",
                    "Correct it under " + member.property()
                            + ", or under headgate.kafka.properties or spring.kafka, from which it has"
                            + " what it shares with other Kafka clients.",
                    e);
        }
    }

    @Override
    public void stop(Runnable done) {
        running = false;
        Duration atMost = timeout.compareTo(MARGIN.multipliedBy(2)) > 0 ? timeout.minus(MARGIN) : timeout.dividedBy(2);
        close(atMost, done);
    }

    @Override
    public void stop() {
        stop(() -> {});
    }

    /** Closes all at the same time; the thread that ends last says that it is done. */
    private void close(Duration atMost, Runnable done) {
        List<Intake<?, ?>> open = intakes.made();
        AtomicInteger left = new AtomicInteger(open.size());
        if (open.isEmpty()) {
            done.run();
        }
        for (Intake<?, ?> intake : open) {
            Thread.ofVirtual().name("headgate-close-" + intake.name()).start(() -> {
                close(intake, atMost);
                if (left.decrementAndGet() == 0) {
                    done.run();
                }
            });
        }
    }

    private static void close(Intake<?, ?> intake, Duration atMost) {
        try {
            intake.close(atMost);
        } catch (IllegalStateException e) {
            log.warn("Intake {} did not end in order: {}", intake.name(), e.getMessage(), e);
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }

    /** Where the application failed to start, no phase is stopped; the threads of intakes would keep the process alive. */
    @Override
    public void destroy() {
        for (Intake<?, ?> intake : intakes.made()) {
            if (intake.stats().state() == IntakeState.RUNNING) {
                close(intake, Duration.ZERO);
            }
        }
    }
}
