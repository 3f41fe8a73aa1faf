package dev.headgate.systems.hotelads;

import dev.headgate.Clock;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;

/** The two services of others that the pipeline calls. */
record Upstreams(PricingServer pricing, AdsService ads) implements AutoCloseable {

    /** Starts both. */
    static Upstreams start(PricingBehaviour pricing, long seed) {
        return start(pricing, seed, expires -> {});
    }

    /** As the other; {@code onAd} is told of each ad when it expires. */
    static Upstreams start(PricingBehaviour pricing, long seed, LongConsumer onAd) {
        AdsService ads = new AdsService(Clock.system(), onAd);
        try {
            return new Upstreams(new PricingServer(pricing, new SharedRandom(seed)), ads);
        } catch (RuntimeException e) {
            ads.close();
            throw e;
        }
    }

    @Override
    public void close() {
        pricing.close();
        ads.close();
    }

    /** A seeded generator that several threads may use. */
    private static final class SharedRandom implements RandomGenerator {
        private final SplittableRandom random;

        SharedRandom(long seed) {
            random = new SplittableRandom(seed);
        }

        @Override
        public synchronized long nextLong() {
            return random.nextLong();
        }
    }
}
