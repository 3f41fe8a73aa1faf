package dev.headgate.bench;

import dev.headgate.bridge.Bridge;
import dev.headgate.bridge.BridgeBuilder;
import dev.headgate.bridge.BridgeException;
import java.time.Duration;
import java.util.Set;

/**
 * A process with a bridge: copies the topics named on its command line one after the other, and says of each how many records were committed after the first
 * quarter, and how long those took. What lies before is finding leaders and beginning transactions.
 */
final class BridgeArmMain {
    static final String COPIED = "HEADGATE COPIED ";
    /** A system property; the bridge's own default without it. */
    static final String WORKERS = "headgate.bench.workers";

    private static final Duration LOOK = Duration.ofMillis(5);

    private BridgeArmMain() {}

    /** Arguments: source, target, name, codec of the target, topics. */
    public static void main(String[] args) throws InterruptedException {
        for (int i = 4; i < args.length; i++) {
            BridgeBuilder described = Bridge.between(args[0], args[1])
                    .name(args[2] + "-" + i)
                    .topics(Set.of(args[i]))
                    .compression(args[3])
                    .adopt(true)
                    .untilCaughtUp(true);
            Integer workers = Integer.getInteger(WORKERS);
            if (workers != null) {
                described.workers(workers);
            }
            try (Bridge bridge = described.open()) {
                long quarter = bridge.plan().topics().getFirst().records() / 4;
                bridge.start();
                long from = 0;
                long start = 0;
                boolean ended;
                do {
                    ended = bridge.await(LOOK);
                    long copied = bridge.stats().copied();
                    if (from == 0 && copied >= quarter) {
                        from = copied;
                        start = System.nanoTime();
                    }
                } while (!ended);
                bridge.takeEvents().forEach(System.out::println);
                System.out.println(COPIED + (bridge.stats().copied() - from) + " " + (System.nanoTime() - start));
            } catch (BridgeException e) {
                System.out.println("FAILED " + e.getMessage());
            }
        }
        System.exit(0);
    }
}
