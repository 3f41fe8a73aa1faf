package dev.headgate.lab;

import dev.headgate.testkit.KafkaProcess;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The incident hotel-ads with its numbers. All arms but one run on Reactor, as that team had it, with the faults named in the arm put
 * right; the one with all of them put right runs on Headgate. One broker, a process of its own, serves all arms.
 */
final class HotelAdsTrouble implements Trouble {
    private static final String RECEIVER = "receiver";
    private static final String POOL = "pool";
    private static final List<Fix> FIXES = List.of(
            Fix.harmless(RECEIVER, "polls apart from processing, commits apart from polling"),
            new Fix(
                    Story.IN_FLIGHT,
                    "in-flight " + Story.SICK_IN_FLIGHT + " -> " + Story.FIXED_IN_FLIGHT,
                    Map.of(Story.IN_FLIGHT, Story.FIXED_IN_FLIGHT),
                    Set.of(),
                    false),
            new Fix(Story.DELAY, "the delay as a hold, without a slot", Map.of(), Set.of(Story.DELAY), false),
            new Fix(
                    POOL,
                    "offers-grpc " + Story.SICK_POOL + " -> " + Story.FIXED_POOL,
                    Map.of(Story.OFFERS, Story.FIXED_POOL),
                    Set.of(),
                    false));

    private final Story story;
    private final long seed;
    private @Nullable KafkaProcess kafka;

    HotelAdsTrouble(Story story, long seed) {
        this.story = story;
        this.seed = seed;
    }

    @Override
    public String name() {
        return "hotel-ads";
    }

    @Override
    public String numbers() {
        return Story.IN_FLIGHT + " " + Story.SICK_IN_FLIGHT + ", " + Story.OFFERS + " " + Story.SICK_POOL + "; "
                + story;
    }

    /** The pool binds; in-flight stands right behind it, and all wait in it. */
    @Override
    public List<String> truth() {
        return List.of(Story.OFFERS);
    }

    @Override
    public List<Fix> fixes() {
        return FIXES;
    }

    @Override
    public double scale() {
        return story.scale();
    }

    @Override
    public boolean alone() {
        return true;
    }

    /** Every single fix, and all of them. */
    @Override
    public List<Set<String>> worthRunning() {
        return List.of(
                Set.of(RECEIVER),
                Set.of(Story.IN_FLIGHT),
                Set.of(Story.DELAY),
                Set.of(POOL),
                Set.of(RECEIVER, Story.IN_FLIGHT, Story.DELAY, POOL));
    }

    @Override
    public Seen run(Arm arm, Pace pace, Consumer<String> progress) throws InterruptedException {
        KafkaProcess broker = kafka;
        progress.accept("hotel-ads: " + arm.label()
                + (broker == null
                        ? " (once Kafka is there, and a run at full speed is over for the compiler's sake)"
                        : ""));
        if (broker == null) {
            broker = KafkaProcess.launch();
            kafka = broker;
            Arm fast = arm(List.of(Story.IN_FLIGHT, POOL));
            new AdsArm(story, seed, broker.bootstrap(), Duration.ofSeconds(4), Duration.ofSeconds(8)).run(fast);
        }
        AdsArm run = new AdsArm(story, seed, broker.bootstrap(), Duration.ofSeconds(7), Duration.ofSeconds(12));
        boolean cured = arm.fixes().size() == FIXES.size();
        return cured ? run.runOnHeadgate(arm) : run.run(arm);
    }

    @Override
    public void close() {
        if (kafka != null) {
            kafka.close();
            kafka = null;
        }
    }
}
