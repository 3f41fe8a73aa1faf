package dev.headgate.testkit;

import dev.headgate.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/**
 * Guarantees watched together while a scenario runs: facts go in, {@link #verify} says what was broken.
 *
 * <pre>{@code
 * Guarantees kept = Guarantees.of(new NoLoss(), Duplicates.atMost(0), new OrderPerKey());
 * ... kept.produced(partition, offset)                     // from the producer's callback
 * ... Handling h = kept.start("intake-1", record);         // in the handler
 *     try { work(); h.end(); } catch (Exception e) { h.fail(); throw e; }
 * kept.verify();
 * }</pre>
 *
 * <p>Safe for use by any thread; each fact costs one uncontended lock and a little memory per record, about 1 µs. For scenarios
 * within one JVM; over several processes see {@link EventLog} and {@link CrashCheck}.
 */
public final class Guarantees {

    private final Clock clock;
    private final long startNanos;
    private final List<Checker> checkers;
    private final ReentrantLock lock = new ReentrantLock();

    private Guarantees(Clock clock, List<Checker> checkers) {
        this.clock = clock;
        this.startNanos = clock.nanos();
        this.checkers = checkers;
    }

    /** Watches by these checkers, which must not be shared with another {@code Guarantees}. */
    public static Guarantees of(Checker... checkers) {
        return of(Clock.system(), checkers);
    }

    /** As {@link #of(Checker...)}, with the times in messages taken from this clock. */
    public static Guarantees of(Clock clock, Checker... checkers) {
        return new Guarantees(clock, List.of(checkers));
    }

    /** A record was produced, as its producer's acknowledgement says. */
    public void produced(TopicPartition partition, long offset) {
        tell(checker -> checker.exists(partition, offset));
    }

    /** A handler of {@code reader} (an intake, a process) begins with this record. */
    public Handling start(String reader, ConsumerRecord<?, ?> record) {
        return start(reader, new TopicPartition(record.topic(), record.partition()), record.offset(), record.key());
    }

    /** As {@link #start(String, ConsumerRecord)} where there is no {@code ConsumerRecord}; {@code key} may be a {@code byte[]}. */
    public Handling start(String reader, TopicPartition partition, long offset, @Nullable Object key) {
        lock.lock();
        try {
            Handling handling = new Handling(this, reader, partition, offset, key, threadName(), clock.nanos());
            checkers.forEach(checker -> checker.started(handling));
            return handling;
        } finally {
            lock.unlock();
        }
    }

    /** A record was dropped (expired, filtered, superseded): it counts as completed. Tell it before the drop can be committed. */
    public void dropped(TopicPartition partition, long offset) {
        tell(checker -> checker.completed(partition, offset));
    }

    /** A record was dead-lettered: it counts as completed. Tell it before that can be committed. */
    public void dead(TopicPartition partition, long offset) {
        tell(checker -> checker.completed(partition, offset));
    }

    /** What {@link ObservedConsumer} tells of one reader's consumer. */
    public ConsumerObserver observer(String reader) {
        return new ConsumerObserver() {
            @Override
            public void polled(TopicPartition partition, long offset) {
                tell(checker -> checker.exists(partition, offset));
            }

            @Override
            public void assigned(Set<TopicPartition> partitions) {
                tell(checker -> checker.assigned(reader, partitions));
            }

            @Override
            public void committing(Map<TopicPartition, OffsetAndMetadata> offsets) {
                tell(checker -> checker.committing(reader, offsets));
            }
        };
    }

    /**
     * Says what was broken, when the scenario is over.
     *
     * @throws AssertionError if anything was; it lists each broken guarantee with at most 20 examples
     */
    public void verify() {
        lock.lock();
        try {
            String broken = checkers.stream()
                    .map(Checker::findings)
                    .filter(findings -> !findings.isEmpty())
                    .map(Findings::toString)
                    .collect(Collectors.joining("\n"));
            if (!broken.isEmpty()) {
                throw new AssertionError("Guarantees broken\n" + broken);
            }
        } finally {
            lock.unlock();
        }
    }

    void ended(Handling handling, Handling.State how) {
        lock.lock();
        try {
            if (handling.state() != Handling.State.RUNNING) {
                return;
            }
            handling.ended(how, clock.nanos());
            checkers.forEach(checker -> checker.ended(handling));
            if (how == Handling.State.DONE) {
                checkers.forEach(checker -> checker.completed(handling.partition(), handling.offset()));
            }
        } finally {
            lock.unlock();
        }
    }

    String sinceStart(long nanos) {
        return String.format(Locale.ROOT, "+%.6f s", (nanos - startNanos) / 1e9);
    }

    private void tell(java.util.function.Consumer<Checker> fact) {
        lock.lock();
        try {
            checkers.forEach(fact);
        } finally {
            lock.unlock();
        }
    }

    private static String threadName() {
        Thread thread = Thread.currentThread();
        return thread.getName().isEmpty() ? "#" + thread.threadId() : thread.getName();
    }
}
