package dev.headgate.systems.hotelads;

import java.time.Duration;

/**
 * What the prices that arrive are like.
 *
 * @param hotels how many hotels there are, 1 to 1,000,000
 * @param skew how unevenly prices fall on hotels: Zipf's exponent, 0 to 3; 0 means evenly
 * @param expiresAfter how long after its creation a price expires, 1 ms or more
 * @param unfinished the share of prices that the upstream is not finished with, 0 to 1
 */
public record Prices(int hotels, double skew, Duration expiresAfter, double unfinished) {
    public Prices {
        if (hotels < 1 || hotels > 1_000_000) {
            throw new IllegalArgumentException("the hotels must be 1 to 1000000, but are " + hotels);
        }
        if (!(skew >= 0 && skew <= 3)) {
            throw new IllegalArgumentException("the skew must lie between 0 and 3, but is " + skew);
        }
        if (expiresAfter.toMillis() < 1) {
            throw new IllegalArgumentException("prices must live for 1 ms or more");
        }
        if (!(unfinished >= 0 && unfinished <= 1)) {
            throw new IllegalArgumentException(
                    "the share of unfinished prices must lie between 0 and 1, but is " + unfinished);
        }
    }
}
