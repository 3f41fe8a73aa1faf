package dev.headgate.soak;

import dev.headgate.testkit.KafkaProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/** Where a soak takes place: a broker with one topic, a journal, and all members there have been. Used by one thread. */
final class Site implements AutoCloseable {
    static final String TOPIC = "soak";
    static final String GROUP = "soak";

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final KafkaProcess kafka;
    private final int partitions;
    private final Path dir;
    private final Path journalFile;
    private final Journal journal;
    private final Consumer<String> progress;
    private final List<Member> lives = new ArrayList<>();

    private Site(KafkaProcess kafka, int partitions, Path dir, long events, Consumer<String> progress) {
        this.kafka = kafka;
        this.partitions = partitions;
        this.dir = dir;
        this.journalFile = dir.resolve("journal");
        this.journal = Journal.create(journalFile, events);
        this.progress = progress;
    }

    /**
     * Starts the broker and creates the topic.
     *
     * @param events how many events the journal can take
     * @param broker properties of the broker
     */
    static Site open(int partitions, long events, Map<String, String> broker, Consumer<String> progress) {
        progress.accept("Starting a broker");
        KafkaProcess.Builder description = KafkaProcess.describe().onLine(line -> {
            if (line.contains("ERROR")) {
                progress.accept("broker: " + line);
            }
        });
        broker.forEach(description::property);
        KafkaProcess kafka = description.launch();
        try {
            kafka.createTopic(TOPIC, partitions);
            return new Site(kafka, partitions, Files.createTempDirectory("headgate-soak"), events, progress);
        } catch (IOException e) {
            kafka.close();
            throw new UncheckedIOException("Cannot make a folder for the journal", e);
        } catch (RuntimeException e) {
            kafka.close();
            throw e;
        }
    }

    String bootstrap() {
        return kafka.bootstrap();
    }

    Journal journal() {
        return journal;
    }

    /** Starts the next life of a member and blocks until its intake runs. */
    Member start(String name, MemberSettings settings, int heapMiB) {
        int life = lives.size() + 1;
        if (life >= Journal.MAX_LIVES) {
            throw new IllegalStateException("more than " + Journal.MAX_LIVES + " lives; ask for fewer kills");
        }
        Path commits = dir.resolve("commits-" + life);
        MemberSettings told = settings.with("name", name)
                .with("life", life)
                .with("journal", journalFile)
                .with("commits", commits)
                .with("topic", TOPIC)
                .property("bootstrap.servers", bootstrap())
                .property("group.id", GROUP)
                .property("auto.offset.reset", "earliest");
        Member member = Member.start(told, journal, name, life, commits, heapMiB, progress);
        lives.add(member);
        return member;
    }

    /** All lives, the first of which has number 1. */
    List<Member> lives() {
        return lives;
    }

    /** A ledger for the journal of all of them. */
    Deliveries deliveries() {
        return new Deliveries(
                partitions, lives, life -> CommitLog.read(lives.get(life - 1).commits()));
    }

    /** How many records each partition has. All of them, for no transaction writes here. */
    long[] ends() {
        Map<TopicPartition, OffsetSpec> latest = new HashMap<>();
        partitions().forEach(partition -> latest.put(partition, OffsetSpec.latest()));
        Map<TopicPartition, ListOffsetsResult.ListOffsetsResultInfo> found =
                get(kafka.admin().listOffsets(latest).all(), "read the ends of the topic");
        return partitions()
                .mapToLong(p -> {
                    ListOffsetsResult.ListOffsetsResultInfo info = found.get(p);
                    return info == null ? 0 : info.offset();
                })
                .toArray();
    }

    /** The offset committed for each partition; 0 where there is none. */
    long[] committed() {
        Map<TopicPartition, OffsetAndMetadata> found = get(
                kafka.admin().listConsumerGroupOffsets(GROUP).partitionsToOffsetAndMetadata(),
                "read the commits of the group");
        return partitions()
                .mapToLong(p -> {
                    OffsetAndMetadata committed = found.get(p);
                    return committed == null ? 0 : committed.offset();
                })
                .toArray();
    }

    /** Records that are not below a committed frontier. */
    long lag() {
        long[] ends = ends();
        long[] committed = committed();
        return IntStream.range(0, partitions)
                .mapToLong(p -> ends[p] - committed[p])
                .sum();
    }

    /** The ids of the group's members. */
    List<String> memberIds() {
        return get(kafka.admin().describeConsumerGroups(List.of(GROUP)).all(), "describe the group").values().stream()
                .flatMap(group -> group.members().stream())
                .map(MemberDescription::consumerId)
                .sorted()
                .toList();
    }

    /** Blocks until every record there is lies below a committed frontier. */
    void awaitDrained(Duration atMost) throws InterruptedException {
        long start = System.nanoTime();
        for (long left = lag(); left > 0; left = lag()) {
            lives.forEach(this::checkIfAlive);
            if (System.nanoTime() - start > atMost.toNanos()) {
                throw new IllegalStateException(left + " records were not done and committed " + atMost.toSeconds()
                        + " s after the last was written");
            }
            Patience.forMillis(100);
        }
    }

    private void checkIfAlive(Member member) {
        if (member.isRunning()) {
            member.check();
        }
    }

    private Stream<TopicPartition> partitions() {
        return IntStream.range(0, partitions).mapToObj(p -> new TopicPartition(TOPIC, p));
    }

    private static <T> T get(KafkaFuture<T> future, String what) {
        try {
            return future.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException("could not " + what, e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted: could not " + what, e);
        }
    }

    /** Ends all processes and deletes what they wrote. */
    @Override
    public void close() {
        lives.forEach(Member::close);
        kafka.close();
        try (Stream<Path> files = Files.walk(dir)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        } catch (IOException e) {
            progress.accept("Could not delete " + dir + ": " + e.getMessage());
        }
    }
}
