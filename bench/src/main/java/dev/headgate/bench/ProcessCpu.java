package dev.headgate.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** CPU time as Linux counts it, in seconds, with a resolution of 10 ms (clock ticks are 1/100 s for user space). */
final class ProcessCpu {
    private static final double TICKS_PER_SECOND = 100;
    private static final int USER_TIME = 11;
    private static final int SYSTEM_TIME = 12;
    private static final int IDLE = 4;
    private static final int WAITING_FOR_DISK = 5;
    private static final int STOLEN = 8;

    private ProcessCpu() {}

    /** User + system time of this process since it began, s. */
    static double self() throws IOException {
        return seconds(Path.of("/proc/self/stat"));
    }

    /** User + system time of a process since it began, s. */
    static double of(long pid) throws IOException {
        return seconds(Path.of("/proc", Long.toString(pid), "stat"));
    }

    /** Time that all cores together were busy since the machine began, s. */
    static double machine() throws IOException {
        try (var lines = Files.lines(Path.of("/proc/stat"))) {
            String[] fields = lines.findFirst().orElseThrow().strip().split("\\s+", -1);
            double busy = 0;
            for (int i = 1; i <= STOLEN; i++) {
                if (i != IDLE && i != WAITING_FOR_DISK) {
                    busy += Long.parseLong(fields[i]);
                }
            }
            return busy / TICKS_PER_SECOND;
        }
    }

    /** The largest resident set of this process so far, MiB. */
    static double peakResidentMiB() throws IOException {
        try (var lines = Files.lines(Path.of("/proc/self/status"))) {
            String kiB =
                    lines.filter(line -> line.startsWith("VmHWM:")).findFirst().orElseThrow();
            return Long.parseLong(kiB.replaceAll("\\D", "")) / 1024.0;
        }
    }

    private static double seconds(Path stat) throws IOException {
        return seconds(Files.readString(stat));
    }

    /** The process's name, in parentheses, may hold spaces; fields are counted from after it. */
    static double seconds(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return (Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[SYSTEM_TIME])) / TICKS_PER_SECOND;
    }
}
