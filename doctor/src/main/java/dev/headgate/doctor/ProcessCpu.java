package dev.headgate.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** CPU time of this process by the JDK, and of the machine by Linux's /proc/stat where there is one. */
final class ProcessCpu implements Cpu {

    private static final Path STAT = Path.of("/proc/stat");
    /** Linux shows user space 100 ticks a second, whatever the kernel itself uses. */
    private static final long NANOS_PER_TICK = 10_000_000;

    private static final int IDLE = 4;
    private static final int IO_WAIT = 5;
    /** The fields after these are guests' time, which is in user's and nice's already. */
    private static final int LAST = 8;

    @Override
    public Read read() {
        long process = ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .map(Duration::toNanos)
                .orElse(0L);
        int cores = Runtime.getRuntime().availableProcessors();
        try {
            List<String> lines = Files.readAllLines(STAT);
            long processors =
                    lines.stream().filter(line -> line.matches("cpu\\d+ .*")).count();
            return new Read(process, busy(lines.get(0)), cores, Math.max(1, processors));
        } catch (IOException | RuntimeException unknown) {
            return new Read(process, cores);
        }
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
