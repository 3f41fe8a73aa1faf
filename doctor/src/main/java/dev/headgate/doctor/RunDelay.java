package dev.headgate.doctor;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * How long the threads of this process stood in the kernel's run queues: Linux's schedstat, the second number. Reading
 * it takes tens of microseconds a thread. One thread at a time.
 */
final class RunDelay {

    private static final Path TASKS = Path.of("/proc/self/task");
    /** With more threads than this the reading itself would show. */
    private static final int MOST_THREADS = 1_000;

    private Map<String, Long> last = new HashMap<>();
    private long sum;
    private boolean unknown;

    /** Total so far, in ns; -1 where it is not known. A thread that has ended keeps what was seen of it. */
    long nanos() {
        if (!unknown) {
            try {
                add();
            } catch (IOException | RuntimeException none) {
                unknown = true;
            }
        }
        return unknown ? -1 : sum;
    }

    private void add() throws IOException {
        Map<String, Long> next = new HashMap<>();
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(TASKS)) {
            for (Path task : tasks) {
                String name = String.valueOf(task.getFileName());
                long delay = delay(task);
                sum += Math.max(0, delay - last.getOrDefault(name, 0L));
                next.put(name, delay);
                if (next.size() > MOST_THREADS) {
                    unknown = true;
                    return;
                }
            }
        }
        last = next;
    }

    private static long delay(Path task) {
        try {
            return parse(Files.readString(task.resolve("schedstat")));
        } catch (IOException ended) {
            return 0;
        }
    }

    /** The second of "time on the processor, time in the run queue, number of turns". */
    static long parse(String line) {
        String[] fields = line.trim().split(" ", -1);
        return fields.length < 2 ? 0 : Long.parseLong(fields[1]);
    }
}
