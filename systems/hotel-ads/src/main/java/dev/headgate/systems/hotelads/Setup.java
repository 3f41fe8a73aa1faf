package dev.headgate.systems.hotelads;

import java.time.Duration;

/**
 * A whole run of the system.
 *
 * @param plan how many prices arrive and when
 * @param prices what they are like
 * @param pricing what the pricing server is like
 * @param pipeline how they are handled
 * @param seed for everything random
 */
public record Setup(RatePlan plan, Prices prices, PricingBehaviour pricing, Pipeline pipeline, long seed) {
    public Setup {
        if (pipeline.delay() instanceof Delay.Hold(Duration hold)
                && prices.expiresAfter().compareTo(hold) <= 0) {
            throw new IllegalArgumentException("prices expire after " + Durations.text(prices.expiresAfter())
                    + " but are held for " + Durations.text(hold)
                    + ": all would expire before they are due; let them live longer or hold them for less");
        }
    }
}
