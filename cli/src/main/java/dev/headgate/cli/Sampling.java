package dev.headgate.cli;

import dev.headgate.doctor.probe.PageProbe;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** Reads pages about once a second for a while, and shows how far it is. One thread; it blocks. */
final class Sampling {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);
    /** Gauges are points: with a beat of its own, a service that has one is not always met at the same moment of it. */
    private static final double JITTER = 0.2;
    /** A page that takes a service long is asked for less often: at most this part of the time is spent on it. */
    private static final double MOST = 0.05;

    private final Terminal terminal;
    private final SplittableRandom random = new SplittableRandom();

    Sampling(Terminal terminal) {
        this.terminal = terminal;
    }

    void run(Duration window, List<PageProbe> pages) throws InterruptedException {
        long began = System.nanoTime();
        long end = began + window.toNanos();
        long told = began;
        while (true) {
            long before = System.nanoTime();
            for (PageProbe page : pages) {
                page.look();
            }
            long now = System.nanoTime();
            if (now - end >= 0) {
                return;
            }
            if (now - told >= (terminal.interactive() ? SECOND : 10 * SECOND)) {
                told = now;
                tell(now - began, window);
            }
            long pause = Math.max(SECOND, (long) ((now - before) / MOST));
            long jittered = (long) (pause * (1 - JITTER + 2 * JITTER * random.nextDouble()));
            TimeUnit.NANOSECONDS.sleep(Math.max(0, Math.min(jittered, end - now)));
        }
    }

    private void tell(long passed, Duration window) {
        String text = String.format(Locale.ROOT, "looked for %d of %d s", passed / SECOND, window.toSeconds());
        if (terminal.interactive()) {
            terminal.out().print("\r\u001b[2K" + text + "\r");
            terminal.out().flush();
        } else {
            terminal.line(text);
        }
    }
}
