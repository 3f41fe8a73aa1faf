package dev.headgate.bridge;

import dev.headgate.Clock;
import dev.headgate.Gate;
import dev.headgate.Pass;
import dev.headgate.bridge.source.SourcePartition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.jspecify.annotations.Nullable;

/**
 * A worker's thread that writes: owns the producer and how far each partition is. Records and positions of about a second go in one transaction.
 *
 * <p>Whatever goes wrong, the answer is the one of the start: a new producer of the same transactional id, which ends what the old one left open; the
 * positions read from the target, which alone knows how an interrupted commit came out; and the reader sent there.
 */
final class Writer implements Runnable {
    private static final Duration AFTER_FAILURE = Duration.ofSeconds(1);
    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(10);
    private static final long LONGEST_SLEEP = Duration.ofMillis(250).toNanos();

    private final Job job;
    private final Handoff handoff;
    private final Runnable wakeReader;
    private final Throttle throttle;
    private final Gate gate;
    private final Totals totals;
    private final Clock clock;
    private final Conversions conversions;
    private final Map<SourcePartition, Lot> lots = new HashMap<>();
    /** Where each partition begins of which there is no position yet. */
    private final Map<SourcePartition, Position> starts;
    /** By anybody; taken in by this thread. */
    private final Queue<Map<SourcePartition, Position>> additions = new ConcurrentLinkedQueue<>();

    private final Refusals refusals = new Refusals();

    /** Whether the target has said that another goes on; looked into before the next producer puts out that other. */
    private boolean fenced;
    /** Told to stop while it had to wait: what is read and not written any more is left to the next run. */
    private boolean cutShort;

    private long bytes;
    private long dropped;
    private long dead;

    Writer(
            Job job,
            Conversions conversions,
            Handoff handoff,
            Runnable wakeReader,
            Throttle throttle,
            Gate gate,
            Totals totals,
            Clock clock) {
        this.job = job;
        this.starts = new HashMap<>(job.start());
        this.conversions = conversions;
        this.handoff = handoff;
        this.wakeReader = wakeReader;
        this.throttle = throttle;
        this.gate = gate;
        this.totals = totals;
        this.clock = clock;
    }

    /** Runs until all is done or the bridge cannot go on. @throws BridgeException in the latter case */
    @Override
    public void run() {
        while (!attempt()) {
            // From the last commit on.
        }
    }

    /** Copies until the end or a failure that may pass; says whether that was the end. */
    private boolean attempt() {
        Duration patience = Duration.ZERO; // A producer that has failed is not to send what it still has.
        TargetProducer producer = null;
        try {
            if (fenced) {
                refuseOther();
            }
            producer = TargetProducer.open(job, starts.size(), refusals.careful());
            begin(producer);
            boolean ended = copy(producer);
            patience = CLOSE_WITHIN;
            return ended;
        } catch (InterruptedException | InterruptException e) {
            return true; // Told to end at once: what was not committed is not there.
        } catch (KafkaException e) {
            return recover(e, producer == null ? null : producer.failure());
        } finally {
            if (producer != null) {
                producer.close(patience);
            }
        }
    }

    /** A producer that begins puts out the one that was before it, which must not be a newer bridge's. Blocks for the target's answer. */
    private void refuseOther() {
        if (!job.claim().holds()) {
            throw Failures.another(job.settings().name());
        }
        fenced = false;
    }

    /**
     * Throws what ends the bridge; else says what is in the way and waits a moment. True if nobody wants it to go on any more.
     *
     * @param first what went wrong first, if more is known of that
     */
    private boolean recover(KafkaException e, @Nullable Exception first) {
        BridgeException ending = Failures.ending(e, job.settings().name());
        if (ending != null) {
            throw ending;
        }
        if (Failures.isRefusal(e) || Failures.isRefusal(first)) {
            refusals.takeCare();
        }
        fenced = fenced || Failures.isFence(e);
        totals.restarted("target: " + Failures.reason(e) + "; goes on from the last commit"
                + (job.tightness() == null
                        ? ""
                        : "; if its disks are full, make room: when this began, " + job.tightness()));
        handoff.clear();
        if (handoff.stopping()) {
            return true; // What is committed stays; nobody is to wait for a target that may never come back.
        }
        try {
            TimeUnit.NANOSECONDS.sleep(AFTER_FAILURE.toNanos());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        return false;
    }

    private void begin(TargetProducer producer) {
        producer.begin();
        // A newer run of fewer workers has put this one out and does not use its id: nothing else would stop it. Asked
        // when the id is this producer's
        // again, so that whoever takes the name after this puts this producer out.
        refuseOther();
        Map<SourcePartition, Position> known = job.positions()
                .read(job.target().clientProperties(), job.target().patience())
                .of(job.settings().name());
        lots.clear();
        starts.forEach((partition, start) -> take(producer, partition, known.getOrDefault(partition, start)));
        bytes = 0;
        dropped = 0;
        dead = 0;
        Set<SourcePartition> fresh = new HashSet<>(starts.keySet());
        fresh.removeAll(known.keySet());
        writeDown(producer, fresh);
        totals.committed(new Totals.Step(0, 0, 0), lots.values());
        read();
    }

    /** Where these begin, before the first of their records is written: if this run ends before its first commit, the next one knows whose records these are. */
    private void writeDown(TargetProducer producer, Set<SourcePartition> fresh) {
        if (fresh.isEmpty()) {
            return;
        }
        fresh.forEach(partition -> send(producer, lot(partition), lot(partition).committed()));
        producer.end();
    }

    private void send(TargetProducer producer, Lot lot, Position position) {
        producer.send(job.positions().position(job.settings().name(), lot.partition(), position));
    }

    private void take(TargetProducer producer, SourcePartition partition, Position position) {
        lots.put(partition, new Lot(partition, position, producer::fail));
    }

    /** Has the reader read on from what is committed. */
    private void read() {
        Map<SourcePartition, Long> from = new HashMap<>();
        lots.forEach((partition, lot) -> from.put(partition, lot.committed().next()));
        handoff.clear();
        handoff.order(from);
        wakeReader.run();
    }

    /** Copies these as well from now on. Any thread. */
    void add(Map<SourcePartition, Position> more) {
        additions.add(more);
    }

    /** What was added becomes part of it, right behind a commit, so that the reader can begin anew. */
    private void takeAdditions(TargetProducer producer) {
        for (Map<SourcePartition, Position> more = additions.poll(); more != null; more = additions.poll()) {
            starts.putAll(more);
            more.forEach((partition, position) -> take(producer, partition, position));
            writeDown(producer, more.keySet());
            totals.committed(new Totals.Step(0, 0, 0), lots.values());
            read();
        }
    }

    /** Says whether that was all; else another producer is to go on, because care is no longer needed. */
    private boolean copy(TargetProducer producer) throws InterruptedException {
        boolean withCare = refusals.careful();
        long every = job.settings().pacing().commitEvery().toNanos();
        long due = clock.nanos() + every;
        while (true) {
            Chunk chunk = handoff.take(Math.max(0, due - clock.nanos()));
            if (chunk != null) {
                try {
                    if (pace(producer, every)) {
                        write(producer, chunk);
                    }
                } finally {
                    chunk.release();
                }
            }
            producer.throwFailure();
            boolean drained = handoff.drained();
            if (clock.nanos() - due >= 0 || drained || !additions.isEmpty()) {
                commit(producer);
                takeAdditions(producer);
                due = clock.nanos() + every;
                Throwable readFailure = handoff.readerFailure();
                if (drained && readFailure != null) {
                    throw readFailure instanceof RuntimeException unchecked
                            ? unchecked
                            : new BridgeException("Reading failed: " + readFailure, readFailure);
                }
                if (drained || caughtUp()) {
                    return true;
                }
                if (withCare && !refusals.careful()) {
                    return false;
                }
            }
        }
    }

    /** Waits until more may be written; false if that is not to be any more. A long wait is not one inside a transaction, which may last for a minute only. */
    private boolean pace(TargetProducer producer, long every) throws InterruptedException {
        for (long wait = throttle.waitNanos(); wait > 0 && !cutShort; wait = throttle.waitNanos()) {
            if (wait > every) {
                commit(producer);
            }
            TimeUnit.NANOSECONDS.sleep(Math.min(wait, LONGEST_SLEEP));
            cutShort = handoff.stopping();
        }
        return !cutShort;
    }

    private boolean caughtUp() {
        if (!job.settings().untilCaughtUp()) {
            return false; // And without goals, as where there are more workers than partitions, there is nothing to
            // wait for.
        }
        for (Map.Entry<SourcePartition, Long> goal : job.goals().entrySet()) {
            Lot lot = lots.get(goal.getKey());
            if (lot != null && lot.committed().next() < goal.getValue()) {
                return false;
            }
        }
        return true;
    }

    private void write(TargetProducer producer, Chunk chunk) throws InterruptedException {
        chunk.troubles().forEach(totals::trouble);
        chunk.gaps().forEach(totals::gap);
        throttle.take(chunk.bytes());
        try (Pass pass = gate.enter()) {
            Lot lot = null;
            for (int i = 0; i < chunk.size(); i++) {
                // Records of a partition come together.
                if (lot == null || lot.partition() != chunk.partition(i)) {
                    lot = lot(chunk.partition(i));
                }
                write(producer, chunk, i, lot);
                lot.passed(chunk.offset(i));
            }
        }
        for (Chunk.Mark mark : chunk.marks()) {
            lot(mark.partition()).reached(mark.next(), mark.end());
        }
    }

    private void write(TargetProducer producer, Chunk chunk, int i, Lot lot) {
        String reason = refusals.reason(chunk, i);
        if (reason != null) {
            bury(producer, chunk, i, reason);
            return;
        }
        ProducerRecord<byte[], byte[]> record;
        try {
            record = conversions.convert(chunk, i);
        } catch (Exception e) {
            bury(producer, chunk, i, "the transform failed: " + e);
            return;
        }
        if (record == null) {
            dropped++;
            return;
        }
        producer.send(record, refusals.careful() ? watching(producer, lot, chunk.offset(i)) : lot);
        lot.sent(chunk.offset(i));
        bytes += length(chunk.key(i)) + length(chunk.value(i));
    }

    /** Only the first refusal is meant for its record: Kafka's producer then fails all that it still has for the same reason. */
    private Callback watching(TargetProducer producer, Lot lot, long offset) {
        return (metadata, e) -> {
            if (e != null && producer.fail(e) && Failures.isRefusal(e)) {
                refusals.add(lot.partition(), offset, Failures.reason(e));
            }
            lot.onCompletion(metadata, e);
        };
    }

    /** A record that cannot be written: to the dead letters, or the end. */
    private void bury(TargetProducer producer, Chunk chunk, int i, String reason) {
        String letters = job.settings().conversion().deadLetters();
        String which = chunk.partition(i) + " offset " + chunk.offset(i);
        if (letters == null) {
            commit(producer);
            throw new BridgeException(
                    "Stopped before " + which + ", which cannot be written: " + reason
                            + ". All before it is on the target. Raise the target's limit (max.message.bytes), or give --dead-letters TOPIC, and start again.");
        }
        producer.send(Conversions.dead(letters, chunk, i, reason), (metadata, e) -> {
            if (e != null) {
                producer.fail(
                        Failures.isRefusal(e)
                                ? new BridgeException("Stopped at " + which + ": not even the dead letters (" + letters
                                        + ") take it: " + Failures.reason(e))
                                : e);
            }
        });
        dead++;
    }

    /** Makes what was written and how far that is visible, both at once. */
    private void commit(TargetProducer producer) {
        List<Lot> dirty = new ArrayList<>();
        for (Lot lot : lots.values()) {
            if (lot.dirty()) {
                dirty.add(lot);
            }
        }
        if (!dirty.isEmpty() || dead > 0 || dropped > 0) {
            producer.flush();
            List<Position> reached = new ArrayList<>(dirty.size());
            for (Lot lot : dirty) {
                Position position = lot.reached(conversions.samePartition());
                reached.add(position);
                send(producer, lot, position);
            }
            producer.end();
            for (int i = 0; i < dirty.size(); i++) {
                dirty.get(i).commit(reached.get(i));
            }
            refusals.forget(partition -> lot(partition).committed().next());
        }
        totals.committed(new Totals.Step(bytes, dropped, dead), lots.values());
        bytes = 0;
        dropped = 0;
        dead = 0;
    }

    private Lot lot(SourcePartition partition) {
        Lot lot = lots.get(partition);
        if (lot == null) {
            throw new IllegalStateException("A record of " + partition + " came, which is not read");
        }
        return lot;
    }

    private static int length(byte @Nullable [] bytes) {
        return bytes == null ? 0 : bytes.length;
    }
}
