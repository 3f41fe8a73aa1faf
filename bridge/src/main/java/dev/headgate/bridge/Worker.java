package dev.headgate.bridge;

import dev.headgate.Clock;
import dev.headgate.Gate;
import dev.headgate.bridge.source.Source;
import dev.headgate.bridge.source.SourcePartition;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Some of the partitions, from the source's client to the target's: a reader and a writer, each a thread. */
final class Worker {
    private static final Duration READER_ENDS_WITHIN = Duration.ofSeconds(5);

    private final Handoff handoff = new Handoff();
    private final Totals totals;
    private final Reader reader;
    private final Writer writer;
    private final Thread reading;
    private final Thread writing;
    private volatile @Nullable BridgeException failure;
    private volatile boolean ended;

    /** The gates of all workers. */
    record Gates(Gate buffer, Gate read, Gate write) {}

    /**
     * @param number from 0, for names
     * @param share one of so many workers
     * @param onEnd called when it has ended, by its own thread
     */
    Worker(
            int number,
            int share,
            Job job,
            Map<String, Integer> targetPartitions,
            Supplier<Source> opener,
            Gates gates,
            long chunkBytes,
            Clock clock,
            Runnable onEnd) {
        Settings.Pacing pacing = job.settings().pacing();
        this.totals = new Totals(clock);
        this.reader = new Reader(
                opener,
                handoff,
                throttle(pacing.sourceBytes(), share, clock),
                gates.buffer(),
                gates.read(),
                chunkBytes);
        this.writer = new Writer(
                job,
                new Conversions(job.settings().conversion(), targetPartitions),
                handoff,
                reader::wakeup,
                throttle(pacing.targetBytes(), share, clock),
                gates.write(),
                totals,
                clock);
        String name = job.settings().name();
        this.reading =
                Thread.ofPlatform().name(name + "-read-" + number).daemon().unstarted(reader);
        this.writing = Thread.ofPlatform()
                .name(name + "-write-" + number)
                .daemon()
                .unstarted(() -> {
                    try {
                        writer.run();
                    } catch (RuntimeException | Error e) {
                        failure = e instanceof BridgeException own ? own : new BridgeException(Failures.reason(e), e);
                    } finally {
                        endReading();
                        ended = true;
                        onEnd.run();
                    }
                });
    }

    private static Throttle throttle(long bytes, int share, Clock clock) {
        return new Throttle(bytes == Long.MAX_VALUE ? bytes : Math.max(1, bytes / share), clock);
    }

    void start() {
        reading.start();
        writing.start();
    }

    /** Copies these as well. */
    void add(Map<SourcePartition, Position> more) {
        writer.add(more);
    }

    /** Reads no more, writes what was read, commits, ends. Does not wait for it. */
    void stop() {
        handoff.stop();
        reader.wakeup();
    }

    /** Ends without a commit; what was committed stays. */
    void abandon() {
        stop();
        writing.interrupt();
    }

    boolean ended() {
        return ended;
    }

    /** Why it ended, if that was not in order. */
    @Nullable
    BridgeException failure() {
        return failure;
    }

    Totals totals() {
        return totals;
    }

    private void endReading() {
        stop();
        handoff.clear();
        try {
            if (!reading.join(READER_ENDS_WITHIN)) {
                reading.interrupt();
            }
        } catch (InterruptedException e) {
            reading.interrupt();
        }
        handoff.clear(); // What came in the meantime has slots of the buffer as well.
    }
}
