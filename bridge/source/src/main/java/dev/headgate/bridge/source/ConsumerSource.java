package dev.headgate.bridge.source;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetOutOfRangeException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * A source read by Kafka's own consumer, 3.9 or newer, whichever is in this class's loader. Partitions are assigned by hand; there is no group. Of
 * transactions, what was committed is read.
 */
final class ConsumerSource implements Source {
    private static final Duration SILENT = Duration.ofSeconds(3);
    private static final Duration TROUBLE_AGAIN = Duration.ofSeconds(1);
    private static final Duration ALL_AGAIN = Duration.ofMillis(200);

    private final KafkaConsumer<byte[], byte[]> consumer;
    private final ConsumerAdmin admin;
    private final SourceOptions options;
    /** Both ways, so that no object is made for a record. */
    private final Map<TopicPartition, SourcePartition> reading = new HashMap<>();

    private final Map<SourcePartition, TopicPartition> names = new HashMap<>();
    private final Map<TopicPartition, Long> seeks = new HashMap<>();
    private Set<SourcePartition> wantedBefore = Set.of();
    private boolean changed;
    /** How many fetches were answered, by the consumer's own count; null where it does not count. */
    private final @Nullable Metric fetches;

    private double answered;
    private long silence;
    private long quietUntil = Long.MIN_VALUE;
    private long allAt = System.nanoTime() - ALL_AGAIN.toNanos();

    ConsumerSource(SourceOptions options) {
        this.options = options;
        this.consumer = open(options);
        this.admin = new ConsumerAdmin(options);
        this.fetches = fetches(consumer);
    }

    private static KafkaConsumer<byte[], byte[]> open(SourceOptions options) {
        Map<String, Object> properties = new HashMap<>();
        // A poll's records are on the heap at once; more than this in one brings nothing.
        properties.put("max.poll.records", "1000");
        properties.put("fetch.max.bytes", "16777216");
        properties.put("fetch.min.bytes", "1");
        properties.put("fetch.max.wait.ms", "500");
        properties.put("receive.buffer.bytes", "1048576");
        // Both came with 0.11, and the client refuses to ask older brokers for them: the options say so then.
        properties.put("allow.auto.create.topics", "false");
        properties.put("isolation.level", "read_committed");
        properties.putAll(options.properties());
        properties.put("bootstrap.servers", options.bootstrap());
        properties.put("client.id", options.clientId());
        properties.put("enable.auto.commit", "false");
        properties.put("auto.offset.reset", "none");
        properties.remove("group.id");
        try {
            return new KafkaConsumer<>(properties, new ByteArrayDeserializer(), new ByteArrayDeserializer());
        } catch (KafkaException e) {
            throw new SourceException("The source's consumer cannot be made: " + reason(e), e);
        }
    }

    @Override
    public List<SourceTopic> topics() {
        Map<String, List<PartitionInfo>> all = asked("list the topics", () -> consumer.listTopics(options.patience()));
        Map<String, Integer> counts = new TreeMap<>();
        all.forEach((name, partitions) -> {
            if (!name.startsWith("__")) {
                counts.put(name, partitions.size());
            }
        });
        Map<String, Map<String, String>> configs = admin.topicConfigs(counts.keySet());
        List<SourceTopic> topics = new ArrayList<>();
        counts.forEach((name, partitions) -> {
            Map<String, String> known = configs.get(name);
            topics.add(new SourceTopic(name, partitions, known == null ? Map.of() : known, known != null));
        });
        return topics;
    }

    @Override
    public Map<SourcePartition, OffsetRange> ranges(Collection<SourcePartition> partitions) {
        List<TopicPartition> asked =
                partitions.stream().map(ConsumerSource::kafkas).toList();
        Map<TopicPartition, Long> firsts =
                asked("find the first offsets", () -> consumer.beginningOffsets(asked, options.patience()));
        Map<TopicPartition, Long> ends =
                asked("find the last offsets", () -> consumer.endOffsets(asked, options.patience()));
        Map<SourcePartition, OffsetRange> ranges = new HashMap<>();
        for (SourcePartition partition : partitions) {
            Long first = firsts.get(kafkas(partition));
            Long end = ends.get(kafkas(partition));
            if (first == null || end == null) {
                throw new SourceException("The source has no partition " + partition);
            }
            ranges.put(partition, new OffsetRange(first, end));
        }
        return ranges;
    }

    @Override
    public void seek(SourcePartition partition, long offset) {
        TopicPartition kafkas = names.computeIfAbsent(partition, ConsumerSource::kafkas);
        changed |= reading.put(kafkas, partition) == null;
        seeks.put(kafkas, offset);
    }

    @Override
    public void leave(SourcePartition partition) {
        TopicPartition kafkas = names.remove(partition);
        if (kafkas != null) {
            reading.remove(kafkas);
            seeks.remove(kafkas);
            changed = true;
        }
    }

    @Override
    public void fetch(Set<SourcePartition> wanted, long maxBytes, Duration maxWait, RecordSink sink) {
        follow(wanted);
        try {
            long begin = System.nanoTime();
            ConsumerRecords<byte[], byte[]> polled = consumer.poll(maxWait);
            listen(polled.isEmpty() ? System.nanoTime() - begin : 0, sink);
            deliver(polled, sink);
        } catch (WakeupException e) {
            // Whoever called wants this thread back.
        } catch (OffsetOutOfRangeException e) {
            skip(e.offsetOutOfRangePartitions(), sink);
        } catch (RetriableException e) {
            trouble(sink, reason(e));
        } catch (KafkaException e) {
            throw new SourceException("The source cannot be read: " + reason(e), e);
        }
    }

    /**
     * Kafka's consumer does not say that no broker answers; but each answers its fetches twice a second, with records or without.
     *
     * @param waited ns without records in this fetch
     */
    private void listen(long waited, RecordSink sink) {
        double now = fetches == null ? 0 : ((Number) fetches.metricValue()).doubleValue();
        silence = waited == 0 || fetches == null || now != answered ? 0 : silence + waited;
        answered = now;
        if (silence > SILENT.toNanos()) {
            trouble(
                    sink,
                    "no broker at " + options.bootstrap()
                            + " has answered for some seconds; it is asked again and again");
        }
    }

    private static @Nullable Metric fetches(KafkaConsumer<byte[], byte[]> consumer) {
        for (Map.Entry<MetricName, ? extends Metric> metric : consumer.metrics().entrySet()) {
            if (metric.getKey().name().equals("fetch-total")
                    && metric.getKey().tags().size() == 1) {
                return metric.getValue();
            }
        }
        return null;
    }

    /** Reads what is wanted and pauses the rest; nothing to do while that stays the same. */
    private void follow(Set<SourcePartition> wanted) {
        if (changed) {
            consumer.assign(reading.keySet());
        }
        seeks.forEach(consumer::seek);
        seeks.clear();
        if (!changed && wanted.equals(wantedBefore)) {
            return;
        }
        List<TopicPartition> go = new ArrayList<>();
        List<TopicPartition> stand = new ArrayList<>();
        names.forEach((partition, kafkas) -> (wanted.contains(partition) ? go : stand).add(kafkas));
        consumer.resume(go);
        consumer.pause(stand);
        wantedBefore = Set.copyOf(wanted);
        changed = false;
    }

    private void deliver(ConsumerRecords<byte[], byte[]> polled, RecordSink sink) {
        for (TopicPartition kafkas : polled.partitions()) {
            SourcePartition partition = ours(kafkas);
            for (ConsumerRecord<byte[], byte[]> record : polled.records(kafkas)) {
                sink.record(
                        partition,
                        record.offset(),
                        record.timestamp(),
                        record.key(),
                        record.value(),
                        headers(record.headers()));
            }
        }
        long now = System.nanoTime();
        if (now - allAt >= ALL_AGAIN.toNanos()) {
            // Where only control records or compacted ones lay, the position has moved without a record.
            allAt = now;
            reading.keySet().forEach(kafkas -> stand(kafkas, sink));
        } else {
            polled.partitions().forEach(kafkas -> stand(kafkas, sink));
        }
    }

    private void stand(TopicPartition kafkas, RecordSink sink) {
        OptionalLong lag = consumer.currentLag(kafkas);
        if (lag.isPresent()) {
            long next = consumer.position(kafkas);
            sink.position(ours(kafkas), next, next + lag.getAsLong());
        }
    }

    private static @Nullable Object @Nullable [] headers(Headers headers) {
        Header[] all = headers.toArray();
        if (all.length == 0) {
            return null;
        }
        Object[] flat = new Object[2 * all.length];
        for (int i = 0; i < all.length; i++) {
            flat[2 * i] = all[i].key();
            flat[2 * i + 1] = all[i].value();
        }
        return flat;
    }

    private void skip(Map<TopicPartition, Long> outside, RecordSink sink) {
        Map<SourcePartition, OffsetRange> ranges =
                ranges(outside.keySet().stream().map(this::ours).toList());
        outside.forEach((kafkas, offset) -> {
            SourcePartition partition = ours(kafkas);
            OffsetRange range = Objects.requireNonNull(ranges.get(partition));
            if (offset > range.end()) {
                throw new SourceException(partition + " ends at offset " + range.end() + ", before " + offset
                        + ", which is what comes next: the topic was made anew, or its leader has lost records");
            }
            if (offset < range.first()) {
                sink.gap(partition, offset, range.first());
                consumer.seek(kafkas, range.first());
            } else {
                consumer.seek(kafkas, offset); // The range has moved meanwhile.
            }
        });
    }

    private void trouble(RecordSink sink, String what) {
        long now = System.nanoTime();
        if (quietUntil == Long.MIN_VALUE || now - quietUntil >= 0) {
            quietUntil = now + TROUBLE_AGAIN.toNanos();
            sink.trouble(what);
        }
    }

    @Override
    public List<GroupPosition> groupPositions(Set<String> groups, Collection<SourcePartition> partitions) {
        try {
            return admin.groupPositions(groups, partitions);
        } catch (KafkaException e) {
            throw new SourceException("The source does not tell where groups stand: " + reason(e), e);
        }
    }

    @Override
    public void wakeup() {
        consumer.wakeup();
    }

    @Override
    public void close() {
        admin.close();
        consumer.close(Duration.ofSeconds(2));
    }

    private <T> T asked(String what, Supplier<T> call) {
        while (true) {
            try {
                return call.get();
            } catch (WakeupException e) {
                // Meant for a fetch; the next one looks at what there is to do anyway.
            } catch (KafkaException e) {
                throw new SourceException(
                        "The source at " + options.bootstrap() + " did not let the bridge " + what + ": " + reason(e),
                        e);
            }
        }
    }

    private SourcePartition ours(TopicPartition kafkas) {
        return Objects.requireNonNull(reading.get(kafkas), "not read");
    }

    static TopicPartition kafkas(SourcePartition partition) {
        return new TopicPartition(partition.topic(), partition.partition());
    }

    /** The message of the innermost cause that has one: Kafka wraps what matters. */
    static String reason(Throwable failure) {
        String text = failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
        Set<Throwable> seen = new HashSet<>();
        for (Throwable cause = failure.getCause(); cause != null && seen.add(cause); cause = cause.getCause()) {
            if (cause.getMessage() != null) {
                text = cause.getMessage();
            }
        }
        return text;
    }
}
