package dev.headgate.bridge;

import dev.headgate.bridge.source.OffsetRange;
import dev.headgate.bridge.source.Source;
import dev.headgate.bridge.source.SourceException;
import dev.headgate.bridge.source.SourcePartition;
import dev.headgate.bridge.source.SourceTopic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * Looks now and then whether the source has partitions that are not copied yet: added to a topic, or of a new topic that matches the pattern. Makes them on the
 * target and hands them to the workers. A thread of its own, with a client of its own.
 */
final class Scout {
    private static final long CLOSE_WITHIN_SECONDS = 25;

    private final Settings settings;
    private final Supplier<Source> opener;
    private final Target target;
    private final Map<SourcePartition, Position> known;
    private final Consumer<Map<SourcePartition, Position>> found;
    private final CountDownLatch stopping = new CountDownLatch(1);
    private final ConcurrentLinkedQueue<String> events = new ConcurrentLinkedQueue<>();
    private final Thread thread;

    /**
     * @param known what is copied; added to by this
     * @param found gets what is to be copied as well
     */
    Scout(
            Settings settings,
            Supplier<Source> opener,
            Target target,
            Map<SourcePartition, Position> known,
            Consumer<Map<SourcePartition, Position>> found) {
        this.settings = settings;
        this.opener = opener;
        this.target = target;
        this.known = known;
        this.found = found;
        this.thread =
                Thread.ofPlatform().name(settings.name() + "-topics").daemon().unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    void stop() {
        stopping.countDown();
    }

    /** Blocks until it has let go of the source. */
    void await() {
        try {
            thread.join(TimeUnit.SECONDS.toMillis(CLOSE_WITHIN_SECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    List<String> takeEvents() {
        List<String> taken = new ArrayList<>();
        for (String event = events.poll(); event != null; event = events.poll()) {
            taken.add(event);
        }
        return taken;
    }

    private void run() {
        @Nullable Source source = null;
        try {
            long every = settings.pacing().topicsEvery().toNanos();
            while (!stopping.await(every, TimeUnit.NANOSECONDS)) {
                try {
                    if (source == null) {
                        source = opener.get();
                    }
                    look(source);
                } catch (SourceException | BridgeException | KafkaException e) {
                    events.add("new partitions cannot be looked for: " + e.getMessage());
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            if (source != null) {
                source.close();
            }
        }
    }

    private void look(Source source) {
        Map<SourcePartition, Position> more = new HashMap<>();
        for (SourceTopic topic : settings.topics().choose(source.topics())) {
            List<SourcePartition> fresh = new ArrayList<>();
            for (int i = 0; i < topic.partitions(); i++) {
                SourcePartition partition = new SourcePartition(topic.name(), i);
                if (!known.containsKey(partition)) {
                    fresh.add(partition);
                }
            }
            if (!fresh.isEmpty() && make(topic, fresh)) {
                Map<SourcePartition, OffsetRange> ranges = source.ranges(fresh);
                fresh.forEach(partition -> more.put(
                        partition,
                        Position.at(
                                ranges.getOrDefault(partition, new OffsetRange(0, 0))
                                        .first(),
                                0)));
                events.add(fresh.size() + " partitions of " + topic.name() + " are new and copied as well from now on");
            }
        }
        if (!more.isEmpty()) {
            known.putAll(more);
            found.accept(more);
        }
    }

    /** Makes them on the target; false if that is left to others. */
    private boolean make(SourceTopic topic, List<SourcePartition> fresh) {
        Integer there = target.partitions(List.of(topic.name())).get(topic.name());
        boolean whole = fresh.size() == topic.partitions();
        if (there == null) {
            target.create(topic.name(), topic.partitions(), TopicConfigs.carried(topic.configs()));
            return true;
        }
        if (whole) {
            events.add(
                    "topic " + topic.name()
                            + " is new on the source and already there on the target: it is left alone until the bridge begins again");
            return false;
        }
        if (there < topic.partitions() && settings.conversion().partitions() == PartitionMapping.SAME) {
            target.addPartitions(topic.name(), topic.partitions());
        }
        return true;
    }
}
