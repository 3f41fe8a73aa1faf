package dev.headgate.lab;

import dev.headgate.GateView;
import dev.headgate.doctor.Cpu;
import dev.headgate.doctor.Load;
import dev.headgate.doctor.Observation;
import dev.headgate.doctor.Watch;
import dev.headgate.doctor.WatchBuilder;
import dev.headgate.kafka.Ordering;
import dev.headgate.systems.hotelads.Delay;
import dev.headgate.systems.hotelads.HotelAds;
import dev.headgate.systems.hotelads.Pipeline;
import dev.headgate.systems.hotelads.RatePlan;
import dev.headgate.systems.hotelads.Setup;
import dev.headgate.systems.hotelads.Surroundings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;

/** One arm of hotel-ads, measured at the ads service. For one thread. */
final class AdsArm {
    private static final Duration EVERY = Duration.ofMillis(100);
    private static final Duration FEED_FOR = Duration.ofMinutes(5);
    private static final int ADS_CAPACITY = 100;

    private final Story story;
    private final long seed;
    private final String bootstrap;
    private final Duration warmUp;
    private final Duration measured;
    private final AdsEar ear;
    private final Lateness lateness;

    AdsArm(Story story, long seed, String bootstrap, Duration warmUp, Duration measured) {
        this.story = story;
        this.seed = seed;
        this.bootstrap = bootstrap;
        this.warmUp = warmUp;
        this.measured = measured;
        this.ear = new AdsEar(story.expiresAfter());
        this.lateness = new Lateness(story.patience());
    }

    /** The pipeline as that team had it, with the arm's faults put right. */
    Seen run(Arm arm) throws InterruptedException {
        String group = "lab-" + UUID.randomUUID();
        try (Surroundings around = Surroundings.start(bootstrap, group, story.pricing(), seed, ear);
                ReactorPipeline pipeline = ReactorPipeline.start(story, arm, around, bootstrap, group)) {
            around.feed(plan(), story.prices(), seed);
            return seen(
                    Watch.over(pipeline.gates()).delays(pipeline.delays()),
                    () -> around.produced().acknowledged(),
                    () -> around.ads().repeated(),
                    () -> pipeline.longestPollGap().toMillis());
        }
    }

    /** The same system on Headgate. */
    Seen runOnHeadgate(Arm arm) throws InterruptedException {
        Pipeline pipeline = new Pipeline(
                Story.FIXED_IN_FLIGHT,
                Story.FIXED_POOL,
                ADS_CAPACITY,
                Ordering.UNORDERED,
                new Delay.Hold(story.delay()),
                false,
                Map.of());
        Setup setup = new Setup(plan(), story.prices(), story.pricing(), pipeline, seed);
        try (HotelAds ads = HotelAds.start(setup, bootstrap, ear)) {
            List<GateView> gates = new ArrayList<>();
            gates.add(ads.intake().inFlight());
            gates.addAll(ads.gates());
            return seen(
                    Watch.over(gates).itineraries(ads.intake()::itineraries),
                    () -> ads.read().produced().acknowledged(),
                    () -> ads.read().ads().repeated(),
                    () -> 0);
        }
    }

    private RatePlan plan() {
        return RatePlan.constant(story.perSecond(), FEED_FOR);
    }

    private Seen seen(WatchBuilder watching, LongSupplier produced, LongSupplier repeated, LongSupplier pollGapMs)
            throws InterruptedException {
        look(warmUp, produced);
        Cpu cpu = Cpu.ofProcess();
        long from = System.nanoTime();
        long producedBefore = produced.getAsLong();
        LongSupplier load =
                () -> Math.round((produced.getAsLong() - producedBefore) * 1e9 / Math.max(1, System.nanoTime() - from));
        try (Watch watch = watching.cpu(cpu)
                .every(EVERY)
                .load(() -> Load.open(Math.max(1, load.getAsLong())))
                .open()) {
            ear.forgetAges();
            long arrivedBefore = ear.arrived();
            long expiredBefore = ear.expired();
            long lateBefore = lateness.late(from, arrivedBefore);
            Cpu.Read cpuBefore = cpu.read();
            look(measured, produced);
            Observation observation = watch.observation();
            long now = System.nanoTime();
            double seconds = (now - from) / 1e9;
            long arrived = ear.arrived() - arrivedBefore;
            long late = lateness.late(now, ear.arrived());
            Cpu.Read cpuAfter = cpu.read();
            Map<String, Object> more = new LinkedHashMap<>();
            more.put("lagRecords", late);
            more.put("lagGrowthPerSecond", (late - lateBefore) / seconds);
            more.put("expiredShare", arrived == 0 ? 0.0 : (double) (ear.expired() - expiredBefore) / arrived);
            more.put("longestPollGapMs", pollGapMs.getAsLong());
            Histogram ages = ear.ages();
            return new Seen(
                    new Figures(
                            arrived / seconds,
                            arrived,
                            ages.getValueAtPercentile(50),
                            ages.getValueAtPercentile(99),
                            0,
                            null,
                            repeated.getAsLong(),
                            (cpuAfter.processNanos() - cpuBefore.processNanos()) / 1e9 / seconds / cpuAfter.cores(),
                            Machine.others(cpuBefore, cpuAfter, seconds)),
                    observation,
                    more);
        }
    }

    /** Lets time pass, and notes what is produced meanwhile. */
    private void look(Duration time, LongSupplier produced) throws InterruptedException {
        long end = System.nanoTime() + time.toNanos();
        for (long now = System.nanoTime(); now - end < 0; now = System.nanoTime()) {
            lateness.sample(now, produced.getAsLong());
            Thread.sleep(EVERY);
        }
        lateness.sample(System.nanoTime(), produced.getAsLong());
    }
}
