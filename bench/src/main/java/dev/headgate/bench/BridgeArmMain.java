package dev.headgate.bench;

import dev.headgate.bridge.Bridge;
import dev.headgate.bridge.BridgeException;
import java.time.Duration;
import java.util.Set;

/**
 * A process with a bridge: copies the topics named on its command line one after the other, and says how long each took, from the start of copying, both
 * clusters known, to the last commit.
 */
final class BridgeArmMain {
    static final String COPIED = "HEADGATE COPIED ";

    private BridgeArmMain() {}

    /** Arguments: source, target, name, codec of the target, topics. */
    public static void main(String[] args) throws InterruptedException {
        for (int i = 4; i < args.length; i++) {
            try (Bridge bridge = Bridge.between(args[0], args[1])
                    .name(args[2] + "-" + i)
                    .topics(Set.of(args[i]))
                    .compression(args[3])
                    .adopt(true)
                    .untilCaughtUp(true)
                    .open()) {
                bridge.plan();
                long start = System.nanoTime();
                bridge.start();
                while (!bridge.await(Duration.ofSeconds(10))) {
                    bridge.takeEvents().forEach(System.out::println);
                }
                System.out.println(COPIED + bridge.stats().copied() + " " + (System.nanoTime() - start));
            } catch (BridgeException e) {
                System.out.println("FAILED " + e.getMessage());
            }
        }
        System.exit(0);
    }
}
