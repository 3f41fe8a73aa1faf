package dev.headgate.systems.hotelads;

import dev.headgate.systems.hotelads.proto.HotelPrice;
import java.util.random.RandomGenerator;

/** Makes prices up, one after the other, with ids from 0 on. Not safe for use by several threads. */
final class PriceMaker {
    private static final String[] CURRENCIES = {"EUR", "USD", "GBP", "JPY"};

    private final Prices prices;
    private final Zipf hotels;
    private final RandomGenerator random;
    private long next;

    PriceMaker(Prices prices, RandomGenerator random) {
        this.prices = prices;
        this.hotels = new Zipf(prices.hotels(), prices.skew());
        this.random = random;
    }

    /** The next price, created at the given time in ms since 1970. */
    HotelPrice next(long created) {
        int hotel = hotels.draw(random);
        return HotelPrice.newBuilder()
                .setId(next++)
                .setHotel(hotel)
                .setPriceCents(3_000 + random.nextInt(40_000))
                .setCurrency(CURRENCIES[hotel % CURRENCIES.length])
                .setCreated(created)
                .setExpires(created + prices.expiresAfter().toMillis())
                .setFinished(random.nextDouble() >= prices.unfinished())
                .build();
    }
}
