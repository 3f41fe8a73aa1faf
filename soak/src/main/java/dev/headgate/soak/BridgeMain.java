package dev.headgate.soak;

import dev.headgate.bridge.Bridge;
import dev.headgate.bridge.BridgeException;
import dev.headgate.bridge.Verified;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** A process with one bridge, which says how many records are committed, and what came out. To be killed. */
final class BridgeMain {
    static final String AT = "AT ";
    static final String FAILED = "FAILED ";
    static final String HEAP = "HEAP ";
    static final String VERIFIED = "VERIFIED ";
    private static final Duration LOOK = Duration.ofMillis(20);
    private static final Duration COMMIT = Duration.ofMillis(100);

    private BridgeMain() {}

    /** Arguments: source, target, whether to end when caught up and compare both sides then, topics, bytes a second to read at most. */
    public static void main(String[] args) throws InterruptedException {
        boolean last = Boolean.parseBoolean(args[2]);
        try (Bridge bridge = Bridge.between(args[0], args[1])
                .name("soak")
                .topics(Set.of(args[3].split(",")))
                .commitEvery(COMMIT)
                .maxBytesPerSecond(Long.parseLong(args[4]), Long.MAX_VALUE)
                .untilCaughtUp(last)
                .open()) {
            long before = bridge.plan().topics().stream()
                    .mapToLong(topic -> topic.copiedBefore())
                    .sum();
            bridge.start();
            boolean ended;
            do {
                ended = bridge.await(LOOK);
                bridge.takeEvents().forEach(System.out::println);
                System.out.println(AT + (before + bridge.stats().copied()));
            } while (!ended);
            if (last) {
                System.out.println(HEAP + peakHeapMiB());
                List<Verified> verified = bridge.verify();
                System.out.println(
                        VERIFIED + verified.stream().filter(Verified::same).count() + " of " + verified.size());
            }
        } catch (BridgeException e) {
            System.out.println(FAILED + e.getMessage());
        }
        System.exit(0);
    }

    private static long peakHeapMiB() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                        .filter(pool -> pool.getType() == MemoryType.HEAP)
                        .mapToLong(pool -> pool.getPeakUsage().getUsed())
                        .sum()
                >> 20;
    }
}
