package dev.headgate.soak;

import dev.headgate.testkit.JavaProcess;
import dev.headgate.testkit.KafkaProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/** A bridge is killed with SIGKILL again and again, and both brokers once each, while it copies. */
final class BridgeSoak implements Soak {
    private static final int RECORD_BYTES = 216;
    private static final int JITTER_MILLIS = 300;
    private static final Duration TO_COPY = Duration.ofMinutes(3);
    private static final Duration TO_VERIFY = Duration.ofMinutes(15);
    private static final List<String> CODECS = List.of("gzip", "snappy", "none");

    @Override
    public String name() {
        return "bridge";
    }

    @Override
    public String description() {
        return "a bridge killed with SIGKILL at random moments, and the brokers of both sides once each: every record is on the target once,"
                + " in its place";
    }

    @Override
    public List<SoakOption> options() {
        return List.of(
                new SoakOption(
                        "source",
                        "the source's version: 8 for 0.8.2.2, 10 for 0.10.2.2, 20 for 2.0.1, 44 for 4.4.0",
                        8,
                        8),
                new SoakOption("records", "records in all, of three topics (gzip, snappy, none)", 72_000, 2_000_000),
                new SoakOption("partitions", "of each of the three topics", 12, 12),
                new SoakOption(
                        "seconds",
                        "how long copying takes at least, s, so that kills meet it; 0: as fast as it goes",
                        30,
                        0),
                new SoakOption("kills", "kills of the bridge", 1, 10),
                new SoakOption(
                        "life",
                        "how long the bridge is left to copy before each kill at most, ms; 0: until its share of the records is there",
                        0,
                        0),
                new SoakOption("restarts", "kills of each side's broker, 0 or 1", 1, 1));
    }

    /** What a life of the bridge has said: by the thread that reads its output. */
    private static final class Said {
        volatile long at = -1;
        volatile String failure = "";
        volatile long heapMiB;

        void hear(String line, Consumer<String> progress) {
            if (line.startsWith(BridgeMain.AT)) {
                at = Long.parseLong(line.substring(BridgeMain.AT.length()));
            } else if (line.startsWith(BridgeMain.FAILED)) {
                failure = line.substring(BridgeMain.FAILED.length());
            } else if (line.startsWith(BridgeMain.HEAP)) {
                heapMiB = Long.parseLong(line.substring(BridgeMain.HEAP.length()));
            } else if (!line.startsWith("WARNING") && !line.isBlank()) {
                progress.accept("bridge: " + line);
            }
        }

        boolean failed() {
            return !failure.isEmpty();
        }
    }

    /** A life of the bridge, as it was cut off. */
    private record Life(int number, long copied, String also) {
        Map<String, Object> row() {
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("life", number);
            row.put("copied", copied);
            row.put("also", also);
            return row;
        }
    }

    /**
     * What the last life said.
     *
     * @param compared partitions that are the same on both sides, of how many
     * @param heapMiB most of the heap in use when it had copied
     */
    private record Last(String compared, long heapMiB) {}

    @Override
    public SoakResult run(SoakOptions options, Consumer<String> progress) throws InterruptedException {
        long begin = System.nanoTime();
        SplittableRandom random = new SplittableRandom(options.seed());
        int partitions = options.getInt("partitions");
        long each = Math.max(1, options.get("records") / CODECS.size() / partitions);
        try (BridgeSource source = BridgeSource.launch(options.get("source"));
                KafkaProcess target = KafkaProcess.launch()) {
            List<String> topics = new ArrayList<>();
            for (String codec : CODECS) {
                String topic = "bridged-" + codec;
                source.createTopic(topic, partitions);
                source.fill(topic, partitions, each, codec, progress);
                topics.add(topic);
            }
            long all = each * partitions * CODECS.size();
            List<Life> lives = lives(options, random, source, target, topics, all, progress);
            Said said = new Said();
            String compared = last(source, target, topics, said, progress);
            return judge(options, target, topics, each, lives, new Last(compared, said.heapMiB), begin);
        }
    }

    private static List<Life> lives(
            SoakOptions options,
            SplittableRandom random,
            BridgeSource source,
            KafkaProcess target,
            List<String> topics,
            long all,
            Consumer<String> progress)
            throws InterruptedException {
        long kills = options.get("kills");
        int life = options.getInt("life");
        List<Life> lives = new ArrayList<>();
        for (int i = 0; i < kills; i++) {
            Said said = new Said();
            JavaProcess bridge = start(source, target, false, bytesPerSecond(options, all), topics, said, progress);
            String also = "";
            // A share of the records is left for each life; the last life of all finishes.
            long until = life > 0 ? 0 : all * i / (kills + 1) + random.nextLong(Math.max(1, all / (kills + 1)));
            Patience.until("the bridge to have begun", TO_COPY, () -> said.at >= 0 || said.failed());
            if (options.get("restarts") > 0 && i == kills / 3) {
                source.restart();
                also = "the source's broker was killed and started";
            }
            if (options.get("restarts") > 0 && i == 2 * kills / 3) {
                target.kill();
                target.start();
                also += (also.isEmpty() ? "" : "; ") + "the target's broker was killed and started";
            }
            Patience.until(
                    "the bridge to copy " + until + " records", TO_COPY, () -> said.at >= until || said.failed());
            if (said.failed()) {
                bridge.close();
                throw new IllegalStateException("The bridge ended by itself: " + said.failure);
            }
            Patience.forMillis(random.nextInt(life > 0 ? life : JITTER_MILLIS));
            bridge.kill();
            lives.add(new Life(i + 1, said.at, also));
            progress.accept(String.format(
                    "Kill %d of %d at %,d of %,d records%s",
                    i + 1, kills, said.at, all, also.isEmpty() ? "" : ", " + also));
        }
        return lives;
    }

    /** The life that copies the rest; what it found when it compared both sides itself. */
    private static String last(
            BridgeSource source, KafkaProcess target, List<String> topics, Said said, Consumer<String> progress) {
        try (JavaProcess bridge = start(source, target, true, Long.MAX_VALUE, topics, said, progress)) {
            return bridge.awaitLine(line -> line.startsWith(BridgeMain.VERIFIED), TO_VERIFY)
                    .substring(BridgeMain.VERIFIED.length());
        } catch (IllegalStateException e) {
            throw said.failed() ? new IllegalStateException("The bridge ended by itself: " + said.failure) : e;
        }
    }

    private static long bytesPerSecond(SoakOptions options, long records) {
        long seconds = options.get("seconds");
        return seconds == 0 ? Long.MAX_VALUE : Math.max(1, records * RECORD_BYTES / seconds);
    }

    private static JavaProcess start(
            BridgeSource source,
            KafkaProcess target,
            boolean last,
            long bytesPerSecond,
            List<String> topics,
            Said said,
            Consumer<String> progress) {
        return JavaProcess.main(BridgeMain.class)
                .jvmArgs("-Xmx512m", "-Dlogback.configurationFile=dev/headgate/testkit/broker-logback.xml")
                .args(source.bootstrap(), target.bootstrap(), String.valueOf(last), String.join(",", topics))
                .args(String.valueOf(bytesPerSecond))
                .onLine(line -> said.hear(line, progress))
                .start();
    }

    private SoakResult judge(
            SoakOptions options,
            KafkaProcess target,
            List<String> topics,
            long each,
            List<Life> lives,
            Last last,
            long begin) {
        int perTopic = options.getInt("partitions");
        BridgedContent content = new BridgedContent();
        topics.forEach(topic -> content.read(target.bootstrap(), topic, perTopic, each));
        long all = each * perTopic * topics.size();
        List<SoakResult.Check> checks = new ArrayList<>();
        checks.add(SoakResult.Check.of("nothing is lost", content.lost() == 0, content.lost() + " of " + all));
        checks.add(SoakResult.Check.of(
                "nothing is there twice", content.duplicated() == 0, String.valueOf(content.duplicated())));
        checks.add(SoakResult.Check.of(
                "every record is as it was written, in its place",
                content.wrong() == 0 && content.found() == all,
                content.found() + " found, " + content.wrong() + " of them unknown"));
        int partitions = perTopic * topics.size();
        checks.add(SoakResult.Check.of(
                "the bridge's own comparison finds both sides the same",
                last.compared().equals(partitions + " of " + partitions),
                last.compared() + " partitions"));
        checks.add(SoakResult.Check.of(
                "the bridge was killed while it copied",
                lives.stream().filter(life -> life.copied() < all).count() == options.get("kills"),
                lives.size() + " kills"));
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("copied", content.found());
        figures.put("lost", content.lost());
        figures.put("duplicated", content.duplicated());
        figures.put("peakHeapOfLastLifeMiB", last.heapMiB());
        return new SoakResult(
                name(),
                options.values(),
                options.seed(),
                (System.nanoTime() - begin) / 1e9,
                figures,
                lives.stream().map(Life::row).toList(),
                checks);
    }
}
