package dev.headgate.lab;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.headgate.systems.hotelads.HotelAds;
import dev.headgate.systems.hotelads.proto.HotelPrice;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxSink;

/**
 * A home-made reactive receiver: a thread of its own has the consumer, and hands prices over as they are asked for.
 *
 * <p>As that team had it, it polls when it has nothing left and something is asked for, and commits what is done just before it polls; so
 * while processing is saturated it neither polls nor commits. Put right, it polls all the time, with its partitions paused while it has
 * enough, and commits by the clock.
 */
final class Receiver implements AutoCloseable {
    private static final int ENOUGH = 1_000;
    private static final Duration POLL = Duration.ofMillis(50);
    private static final Duration SHORT_POLL = Duration.ofMillis(3);
    /** At most; whoever asks for more wakes the thread. */
    private static final long PAUSE_NANOS = Duration.ofMillis(100).toNanos();

    private static final int ASSIGNED_WITHIN_SECONDS = 60;
    private static final Duration LEAVES_WITHIN = Duration.ofSeconds(5);

    private final KafkaConsumer<String, byte[]> consumer;
    private final boolean steady;
    private final long commitEveryNanos;
    private final Acknowledged acknowledged = new Acknowledged();
    private final AtomicLong asked = new AtomicLong();
    private final AtomicLong buffered = new AtomicLong();
    private final AtomicLong longestGapNanos = new AtomicLong();
    private final CountDownLatch assigned = new CountDownLatch(1);
    private final Deque<Received> buffer = new ArrayDeque<>(); // the thread's own
    private volatile @Nullable Thread thread;
    private volatile boolean closed;
    private long polledAtNanos;
    private long committedAtNanos;

    Receiver(Story story, boolean steady, String bootstrap, String group) {
        this.steady = steady;
        this.commitEveryNanos = story.commitEvery().toNanos();
        this.consumer = new KafkaConsumer<>(
                Map.of(
                        ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                        bootstrap,
                        ConsumerConfig.GROUP_ID_CONFIG,
                        group,
                        ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG,
                        false,
                        ConsumerConfig.MAX_POLL_INTERVAL_MS_CONFIG,
                        (int) story.pollWithin().toMillis()),
                new StringDeserializer(),
                new ByteArrayDeserializer());
    }

    /** The prices, as they are asked for; to be subscribed to once. */
    Flux<Received> prices() {
        return Flux.create(sink -> {
            Thread reader = Thread.ofPlatform().daemon().name("receiver").unstarted(() -> run(sink));
            thread = reader;
            sink.onRequest(n -> {
                asked.accumulateAndGet(n, Receiver::add);
                LockSupport.unpark(reader);
            });
            reader.start();
        });
    }

    /** Reactor's arithmetic of demand: it stops at the largest number. */
    private static long add(long asked, long more) {
        long sum = asked + more;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    /** Blocks until partitions are assigned. */
    void awaitAssignment() throws InterruptedException {
        if (!assigned.await(ASSIGNED_WITHIN_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException("The receiver got no partitions within " + ASSIGNED_WITHIN_SECONDS + " s");
        }
    }

    void done(Received received) {
        acknowledged.done(received);
    }

    /** Prices polled and not handed over yet. */
    long buffered() {
        return buffered.get();
    }

    /** The longest time between two polls so far. */
    Duration longestPollGap() {
        return Duration.ofNanos(longestGapNanos.get());
    }

    private void run(FluxSink<Received> sink) {
        try {
            consumer.subscribe(List.of(HotelAds.TOPIC));
            while (!closed) {
                if (steady) {
                    pollSteadily();
                } else {
                    pollWhenAsked();
                }
                handOver(sink);
            }
        } catch (RuntimeException e) {
            sink.error(e);
        } finally {
            consumer.close();
        }
    }

    private void pollWhenAsked() {
        while (!closed && (asked.get() == 0 || !buffer.isEmpty())) {
            if (!buffer.isEmpty()) {
                return;
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
        commit();
        poll(POLL);
    }

    private void pollSteadily() {
        if (buffer.size() >= ENOUGH) {
            consumer.pause(consumer.assignment());
        } else if (!consumer.paused().isEmpty()) {
            consumer.resume(consumer.paused());
        }
        if (System.nanoTime() - committedAtNanos >= commitEveryNanos) {
            commit();
        }
        poll(SHORT_POLL);
    }

    private void commit() {
        committedAtNanos = System.nanoTime();
        var news = acknowledged.news();
        if (!news.isEmpty()) {
            consumer.commitAsync(news, (offsets, failure) -> {});
        }
    }

    private void poll(Duration time) {
        long now = System.nanoTime();
        if (assigned.getCount() == 0) {
            longestGapNanos.accumulateAndGet(now - polledAtNanos, Math::max);
        }
        polledAtNanos = now;
        for (ConsumerRecord<String, byte[]> record : consumer.poll(time)) {
            buffer.add(received(record));
        }
        buffered.set(buffer.size());
        if (!consumer.assignment().isEmpty()) {
            assigned.countDown();
        }
    }

    private static Received received(ConsumerRecord<String, byte[]> record) {
        try {
            return new Received(
                    HotelPrice.parseFrom(record.value()),
                    new org.apache.kafka.common.TopicPartition(record.topic(), record.partition()),
                    record.offset());
        } catch (InvalidProtocolBufferException e) {
            throw new IllegalStateException("A price cannot be read: " + e.getMessage(), e);
        }
    }

    /** Hands over what is asked for. The one that is not steady waits for whoever asks until it has nothing left. */
    private void handOver(FluxSink<Received> sink) {
        while (!closed && !buffer.isEmpty()) {
            if (asked.get() > 0) {
                asked.decrementAndGet();
                Received next = buffer.remove();
                acknowledged.begin(next);
                sink.next(next);
                buffered.set(buffer.size());
            } else if (steady) {
                return;
            } else {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }

    /** Stops handing over; blocks until the consumer has left its group, at most for 5 s. */
    @Override
    public void close() {
        closed = true;
        Thread reader = thread;
        if (reader == null) {
            return;
        }
        LockSupport.unpark(reader);
        try {
            var unused = reader.join(LEAVES_WITHIN);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
