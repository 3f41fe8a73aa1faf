package dev.headgate.lab;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Asks a service's own doctor, once, some time from now, while others keep the service busy. */
final class DoctorCall {
    private final URI endpoint;
    private final Duration after;
    private final Thread thread;
    private volatile Map<String, Object> said = Map.of();

    DoctorCall(URI endpoint, Duration after) {
        this.endpoint = endpoint;
        this.after = after;
        this.thread = Thread.ofVirtual().unstarted(this::ask);
    }

    void start() {
        thread.start();
    }

    void join() throws InterruptedException {
        thread.join();
    }

    private void ask() {
        try {
            TimeUnit.NANOSECONDS.sleep(after.toNanos());
            said = Actuator.get(endpoint);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** What limits; empty when nothing does, or it did not answer. */
    List<String> named() {
        return words(verdict().get("named"));
    }

    /** Its words. */
    List<String> lines() {
        return words(verdict().get("lines"));
    }

    private Map<?, ?> verdict() {
        return said.get("verdict") instanceof Map<?, ?> verdict ? verdict : Map.of();
    }

    private static List<String> words(@Nullable Object list) {
        return list instanceof List<?> some ? some.stream().map(String::valueOf).toList() : List.of();
    }
}
