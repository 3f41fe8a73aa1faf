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
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
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
    private static final int LARGEST_BATCH = 128 * 1024;
    private static final int SMALLEST_BATCH = 16 * 1024;
    /** What lies in the producer keeps some objects a record alive, and more of them make the collector's work dear. */
    private static final long PRODUCER_MEMORY = 16L << 20;
    /** So that a record passes that is larger than the limit before it is compressed, and two at once. */
    private static final int TIMES_THE_LIMIT = 8;

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

    /** Records that the target has refused, and why; kept until they are behind. */
    private final Map<SourcePartition, Map<Long, String>> refused = new ConcurrentHashMap<>();

    private final AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
    /** Whether each record goes in a batch of its own, with a callback of its own, so that the one at fault is known. */
    private boolean careful;

    /** Whether the target has said that another goes on; looked into before the next producer puts out that other. */
    private boolean fenced;
    /** Told to stop while it had to wait: what is read and not written any more is left to the next run. */
    private boolean cutShort;

    private boolean inTransaction;
    /** With this producer. */
    private int positionsSent;
    /** Of these, by the producer's thread, as are the next. */
    private final AtomicInteger positionsThere = new AtomicInteger();

    private volatile long lastPosition = -1;
    private long bytes;
    private long dropped;
    private long dead;

    /**
     * What a writer is to do.
     *
     * @param transactionalId null for at least once
     * @param start where partitions begin of which there is no position yet
     * @param largestMessage that the target's topics take, in bytes
     * @param goals where each partition ended when the run began; empty if it is to go on
     * @param tightness of the target's disks when the run began, in words; null if there was none
     */
    record Job(
            Settings settings,
            Target target,
            Positions positions,
            Claim claim,
            @Nullable String transactionalId,
            Map<SourcePartition, Position> start,
            long largestMessage,
            Map<SourcePartition, Long> goals,
            @Nullable String tightness) {}

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
        Producer<byte[], byte[]> producer = null;
        try {
            if (fenced) {
                refuseOther();
            }
            producer = producer();
            begin(producer);
            boolean ended = copy(producer);
            patience = CLOSE_WITHIN;
            return ended;
        } catch (InterruptedException | InterruptException e) {
            return true; // Told to end at once: what was not committed is not there.
        } catch (KafkaException e) {
            return recover(e);
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

    /** Throws what ends the bridge; else says what is in the way and waits a moment. True if nobody wants it to go on any more. */
    private boolean recover(KafkaException e) {
        BridgeException ending = Failures.ending(e, job.settings().name());
        if (ending != null) {
            throw ending;
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

    private Producer<byte[], byte[]> producer() {
        Map<String, Object> properties = new HashMap<>();
        int partitions = Math.max(1, starts.size());
        long memory = Math.max(
                PRODUCER_MEMORY, Math.max(TIMES_THE_LIMIT * job.largestMessage(), 2L * SMALLEST_BATCH * partitions));
        properties.put("batch.size", (int) Math.clamp(memory / 2 / partitions, SMALLEST_BATCH, LARGEST_BATCH));
        properties.put("linger.ms", 20);
        if (careful) {
            properties.put("batch.size", 0);
        }
        properties.put("buffer.memory", memory);
        properties.put("max.request.size", (int) Math.min(memory, Integer.MAX_VALUE));
        // A transaction begins while the marks of the one before are still being written: the next try is due soon.
        properties.put("retry.backoff.ms", 10);
        // A target that is away is to be heard of soon; beginning again costs less than waiting for each batch.
        properties.put("max.block.ms", 20_000);
        properties.put("request.timeout.ms", 15_000);
        properties.put("delivery.timeout.ms", 30_000);
        properties.put("compression.type", job.settings().conversion().compression());
        properties.putAll(job.target().clientProperties());
        properties.put("client.id", job.settings().name() + "-writer");
        properties.put("acks", "all");
        properties.put("enable.idempotence", true);
        if (job.transactionalId() != null) {
            properties.put("transactional.id", job.transactionalId());
        }
        return new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private void begin(Producer<byte[], byte[]> producer) {
        failure.set(null);
        inTransaction = false;
        positionsSent = 0;
        positionsThere.set(0);
        lastPosition = -1;
        if (job.transactionalId() != null) {
            producer.initTransactions();
        }
        // A newer run of fewer workers has put this one out and does not use its id: nothing else would stop it. Asked
        // when the id is this producer's
        // again, so that whoever takes the name after this puts this producer out.
        refuseOther();
        Map<SourcePartition, Position> known = job.positions()
                .read(job.target().clientProperties(), job.target().patience())
                .of(job.settings().name());
        lots.clear();
        starts.forEach((partition, start) -> take(partition, known.getOrDefault(partition, start)));
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
    private void writeDown(Producer<byte[], byte[]> producer, Set<SourcePartition> fresh) {
        if (fresh.isEmpty()) {
            return;
        }
        fresh.forEach(partition -> send(producer, lot(partition), lot(partition).committed()));
        end(producer);
    }

    private void send(Producer<byte[], byte[]> producer, Lot lot, Position position) {
        positionsSent++;
        send(producer, job.positions().position(job.settings().name(), lot.partition(), position), (metadata, e) -> {
            if (e != null) {
                failure.compareAndSet(null, e);
            } else if (metadata.offset() > lastPosition) {
                lastPosition = metadata.offset();
                positionsThere.incrementAndGet();
            }
        });
    }

    /**
     * All positions have to be in the target's log before the transaction ends: records were seen committed there without their positions (soak bridge),
     * after the producer had called both done.
     */
    private void awaitPositions(Producer<byte[], byte[]> producer) {
        producer.flush();
        throwFailure();
        if (positionsThere.get() != positionsSent) {
            throw new KafkaException(
                    "of " + positionsSent + " positions, the target has taken " + positionsThere.get());
        }
    }

    /** Ends the transaction, or, without any, waits until all is acknowledged. */
    private void end(Producer<byte[], byte[]> producer) {
        awaitPositions(producer);
        if (inTransaction) {
            producer.commitTransaction();
            inTransaction = false;
        } else {
            producer.flush();
        }
        throwFailure();
    }

    private void take(SourcePartition partition, Position position) {
        lots.put(partition, new Lot(partition, position, e -> failure.compareAndSet(null, e)));
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
    private void takeAdditions(Producer<byte[], byte[]> producer) {
        for (Map<SourcePartition, Position> more = additions.poll(); more != null; more = additions.poll()) {
            starts.putAll(more);
            more.forEach(this::take);
            writeDown(producer, more.keySet());
            totals.committed(new Totals.Step(0, 0, 0), lots.values());
            read();
        }
    }

    /** Says whether that was all; else another producer is to go on, because care is no longer needed. */
    private boolean copy(Producer<byte[], byte[]> producer) throws InterruptedException {
        boolean withCare = careful;
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
            throwFailure();
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
                if (withCare && !careful) {
                    return false;
                }
            }
        }
    }

    /** Waits until more may be written; false if that is not to be any more. A long wait is not one inside a transaction, which may last for a minute only. */
    private boolean pace(Producer<byte[], byte[]> producer, long every) throws InterruptedException {
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

    private void write(Producer<byte[], byte[]> producer, Chunk chunk) throws InterruptedException {
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

    private void write(Producer<byte[], byte[]> producer, Chunk chunk, int i, Lot lot) {
        String reason = refusedBefore(chunk, i);
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
        send(producer, record, careful ? watching(lot, chunk.offset(i)) : lot);
        lot.sent(chunk.offset(i));
        bytes += length(chunk.key(i)) + length(chunk.value(i));
    }

    private void send(Producer<byte[], byte[]> producer, ProducerRecord<byte[], byte[]> record, Callback callback) {
        if (!inTransaction && job.transactionalId() != null) {
            producer.beginTransaction();
            inTransaction = true;
        }
        // What it answers, the callback hears.
        var unused = producer.send(record, callback);
    }

    /** Only the first refusal is meant for its record: Kafka's producer then fails all that it still has for the same reason. */
    private Callback watching(Lot lot, long offset) {
        return (metadata, e) -> {
            if (e != null && failure.compareAndSet(null, e) && Failures.isRefusal(e)) {
                refused.computeIfAbsent(lot.partition(), at -> new ConcurrentHashMap<>())
                        .put(offset, Failures.reason(e));
            }
            lot.onCompletion(metadata, e);
        };
    }

    private @Nullable String refusedBefore(Chunk chunk, int i) {
        if (refused.isEmpty()) {
            return null;
        }
        return refused.getOrDefault(chunk.partition(i), Map.of()).get(chunk.offset(i));
    }

    /** A record that cannot be written: to the dead letters, or the end. */
    private void bury(Producer<byte[], byte[]> producer, Chunk chunk, int i, String reason) {
        String letters = job.settings().conversion().deadLetters();
        String which = chunk.partition(i) + " offset " + chunk.offset(i);
        if (letters == null) {
            commit(producer);
            throw new BridgeException(
                    "Stopped before " + which + ", which cannot be written: " + reason
                            + ". All before it is on the target. Raise the target's limit (max.message.bytes), or give --dead-letters TOPIC, and start again.");
        }
        send(producer, Conversions.dead(letters, chunk, i, reason), (metadata, e) -> {
            if (e != null) {
                failure.compareAndSet(
                        null,
                        Failures.isRefusal(e)
                                ? new BridgeException("Stopped at " + which + ": not even the dead letters (" + letters
                                        + ") take it: " + Failures.reason(e))
                                : e);
            }
        });
        dead++;
    }

    /** Makes what was written and how far that is visible, both at once. */
    private void commit(Producer<byte[], byte[]> producer) {
        List<Lot> dirty = new ArrayList<>();
        for (Lot lot : lots.values()) {
            if (lot.dirty()) {
                dirty.add(lot);
            }
        }
        if (!dirty.isEmpty() || dead > 0 || dropped > 0) {
            producer.flush();
            throwFailure();
            List<Position> reached = new ArrayList<>(dirty.size());
            for (Lot lot : dirty) {
                Position position = lot.reached(conversions.samePartition());
                reached.add(position);
                send(producer, lot, position);
            }
            end(producer);
            for (int i = 0; i < dirty.size(); i++) {
                dirty.get(i).commit(reached.get(i));
            }
            forgetRefused();
        }
        totals.committed(new Totals.Step(bytes, dropped, dead), lots.values());
        bytes = 0;
        dropped = 0;
        dead = 0;
    }

    /** What was refused and is behind need not be known any more; without any, records share their callbacks again. */
    private void forgetRefused() {
        refused.forEach((partition, offsets) -> offsets.keySet()
                .removeIf(offset -> offset < lot(partition).committed().next()));
        refused.values().removeIf(Map::isEmpty);
        careful = careful && !refused.isEmpty();
    }

    private void throwFailure() {
        Exception e = failure.get();
        if (e == null) {
            return;
        }
        if (Failures.isRefusal(e)) {
            careful = true; // Next time it is known which it was.
        }
        throw e instanceof RuntimeException unchecked ? unchecked : new KafkaException(e);
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
