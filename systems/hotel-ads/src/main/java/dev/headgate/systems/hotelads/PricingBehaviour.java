package dev.headgate.systems.hotelads;

/**
 * What the pricing server is like.
 *
 * @param latency how long it works on a call
 * @param capacity how many calls it works on at once, 1 to 1,000,000; the others wait there
 * @param failureRate the share of calls that fail after that time, 0 to 1
 */
public record PricingBehaviour(Latency latency, int capacity, double failureRate) {
    public PricingBehaviour {
        if (capacity < 1 || capacity > 1_000_000) {
            throw new IllegalArgumentException(
                    "the pricing server's capacity must lie between 1 and 1000000, but is " + capacity);
        }
        if (!(failureRate >= 0 && failureRate <= 1)) {
            throw new IllegalArgumentException("the failure rate must lie between 0 and 1, but is " + failureRate);
        }
    }
}
