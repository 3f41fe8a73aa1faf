package dev.headgate.lab;

import dev.headgate.systems.hotelads.Latency;
import dev.headgate.systems.hotelads.Prices;
import dev.headgate.systems.hotelads.PricingBehaviour;
import java.time.Duration;
import java.util.Locale;

/**
 * The numbers of hotel-ads, as told, with all times shorter by one factor.
 *
 * @param scale the factor
 * @param perSecond prices that arrive, in this shorter time
 */
record Story(double scale, int perSecond) {
    static final String IN_FLIGHT = "in-flight";
    static final String DELAY = "delay";
    static final String OFFERS = "offers-grpc";
    static final int SICK_IN_FLIGHT = 256;
    static final int SICK_POOL = 15;
    static final int FIXED_IN_FLIGHT = 10_000;
    static final int FIXED_POOL = 400;

    private static final int HOTELS = 20_000;
    private static final int UNBOUNDED = 100_000;

    /** So that a healthy pipeline uses about a core of the machine, and a sick one does a thousand prices in an arm. */
    static final Story SHORT = new Story(50, 1_300);

    private Duration told(double seconds) {
        return Duration.ofNanos((long) (seconds * 1e9 / scale));
    }

    /** Not processed sooner than 75 s after its creation. */
    Duration delay() {
        return told(75);
    }

    /** 7 s on average, 30 s at worst. */
    Duration call() {
        return told(7);
    }

    Duration worstCall() {
        return told(30);
    }

    /** The story does not say; five minutes, four times the delay. */
    Duration expiresAfter() {
        return told(300);
    }

    /** Kafka's default of five minutes. */
    Duration pollWithin() {
        return told(300);
    }

    /** Kafka's default of five seconds. */
    Duration commitEvery() {
        return told(5);
    }

    /** After that a price is late: it was due, and even a call twice as slow as the slowest would be over. */
    Duration patience() {
        return delay().plus(worstCall().multipliedBy(2));
    }

    Prices prices() {
        return new Prices(HOTELS, 0, expiresAfter(), 0);
    }

    PricingBehaviour pricing() {
        return new PricingBehaviour(new Latency.LogNormal(call(), 2, worstCall()), UNBOUNDED, 0);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%d prices/s; delay %d ms, call %d ms on average and %d ms at worst, a price expires after %d ms",
                perSecond,
                delay().toMillis(),
                call().toMillis(),
                worstCall().toMillis(),
                expiresAfter().toMillis());
    }
}
