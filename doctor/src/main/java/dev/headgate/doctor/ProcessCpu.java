package dev.headgate.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** CPU time of this process by the JDK, and of the machine by Linux's /proc/stat where there is one. */
final class ProcessCpu implements Cpu {

    private static final Path STAT = Path.of("/proc/stat");
    private static final long EVERY_NANOS = 1_000_000_000L;
    /** Linux shows user space 100 ticks a second, whatever the kernel itself uses. */
    private static final long NANOS_PER_TICK = 10_000_000;

    private static final int IDLE = 4;
    private static final int IO_WAIT = 5;
    /** The fields after these are guests' time, which is in user's and nice's already. */
    private static final int LAST = 8;

    private final ProcessHandle process = ProcessHandle.current();
    private final RunDelay delay = new RunDelay();
    private final Carriers carriers = new Carriers();
    private @Nullable Around around;

    @Override
    public synchronized Read read() {
        long used = process.info().totalCpuDuration().map(Duration::toNanos).orElse(0L);
        return new Read(used, Runtime.getRuntime().availableProcessors(), carriers.queued(), around());
    }

    private @Nullable Around around() {
        long now = System.nanoTime();
        if (around == null || now - around.atNanos() >= EVERY_NANOS) {
            try {
                List<String> lines = Files.readAllLines(STAT);
                around = new Around(now, delay.nanos(), busy(lines.get(0)), Math.max(1, processors(lines)));
            } catch (IOException | RuntimeException unknown) {
                around = null;
            }
        }
        return around;
    }

    private static long processors(List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith("cpu") && !line.startsWith("cpu "))
                .count();
    }

    /** Busy time of all processors from the line that sums them up. */
    static long busy(String line) {
        String[] fields = line.trim().split("\\s+", -1);
        long ticks = 0;
        for (int i = 1; i < Math.min(fields.length, LAST + 1); i++) {
            if (i != IDLE && i != IO_WAIT) {
                ticks += Long.parseLong(fields[i]);
            }
        }
        return ticks * NANOS_PER_TICK;
    }
}
