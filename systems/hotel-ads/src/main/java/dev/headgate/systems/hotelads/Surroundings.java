package dev.headgate.systems.hotelads;

import dev.headgate.Gate;
import dev.headgate.systems.hotelads.proto.Ad;
import dev.headgate.systems.hotelads.proto.HotelPrice;
import dev.headgate.systems.hotelads.proto.Offer;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Everything around the pipeline and nothing of it: the topic of prices, the pricing server, the ads service, plain clients of both, and the
 * feed. For pipelines that are built in another way than {@link HotelAds}.
 *
 * <p>One thread starts it, starts the feed and closes it; the other methods are safe for use by any thread.
 */
public final class Surroundings implements AutoCloseable {
    private static final int FEED_STARTS_WITHIN_SECONDS = 60;

    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final String bootstrap;
    private final Upstreams upstreams;
    private final OffersClient offers;
    private final AdsClient ads;
    private @Nullable Feed feed;

    private Surroundings(String bootstrap, String group, PricingBehaviour pricing, long seed, LongConsumer onAd) {
        this.bootstrap = bootstrap;
        try {
            Cluster cluster = new Cluster(bootstrap);
            opened.push(cluster);
            cluster.ensureTopic(HotelAds.TOPIC, HotelAds.PARTITIONS);
            cluster.beginAtEnd(group, HotelAds.TOPIC);
            opened.push(() -> cluster.forget(group));
            upstreams = Upstreams.start(pricing, seed, onAd);
            opened.push(upstreams);
            // Nobody waits at these gates: whoever builds the pipeline says how many calls there are at once.
            Gate open = Gate.named("any-number").capacity(Integer.MAX_VALUE).open();
            offers = new OffersClient(
                    open,
                    InetAddress.getLoopbackAddress().getHostAddress(),
                    upstreams.pricing().port());
            opened.push(offers);
            ads = new AdsClient(open, upstreams.ads().uri());
            opened.push(ads);
            WarmUp.with(() -> {
                offers.probe();
                ads.probe();
            });
        } catch (RuntimeException e) {
            close();
            throw e;
        }
    }

    /**
     * Starts the servers and readies the clients, and lets a consumer group begin at the topic's present end. Blocks for some seconds.
     *
     * @param bootstrap Kafka's {@code bootstrap.servers}; the topic {@link HotelAds#TOPIC} is created if it is missing
     * @param group a consumer group that does not exist yet
     * @param onAd told of each ad that arrives when its price expires, in ms since 1970; by many threads, and must not block
     * @throws IllegalStateException if Kafka does not answer
     */
    public static Surroundings start(
            String bootstrap, String group, PricingBehaviour pricing, long seed, LongConsumer onAd) {
        return new Surroundings(bootstrap, group, pricing, seed, onAd);
    }

    /**
     * Asks the pricing server, and blocks until it answers, at most for a minute. How many do so at once is the caller's business.
     *
     * @throws io.grpc.StatusRuntimeException if the service fails
     */
    public Offer lookup(HotelPrice price) {
        return offers.ask(price);
    }

    /**
     * Pushes an ad, and blocks until it is taken, at most for 30 s.
     *
     * @throws IOException if the service cannot be reached, or does not take it
     */
    public void push(HotelPrice price, Offer offer) throws IOException {
        ads.send(Ad.newBuilder()
                .setId(price.getId())
                .setHotel(price.getHotel())
                .setTotalCents(offer.getTotalCents())
                .setCurrency(price.getCurrency())
                .setExpires(price.getExpires())
                .build());
    }

    /** What has arrived at the ads service. */
    public AdsCounts ads() {
        return upstreams.ads().counts();
    }

    /**
     * Starts the feed, a process of its own, and returns when its first price is about to be sent.
     *
     * @throws IllegalStateException if it does not start within a minute
     */
    public void feed(RatePlan plan, Prices prices, long seed) {
        Feed started = Feed.start(new PriceFeed.Args(bootstrap, HotelAds.TOPIC, plan, prices, seed));
        opened.push(started);
        feed = started;
        try {
            started.started()
                    .orTimeout(FEED_STARTS_WITHIN_SECONDS, TimeUnit.SECONDS)
                    .join();
        } catch (CompletionException e) {
            throw new IllegalStateException("The price feed did not start: " + e.getCause(), e.getCause());
        }
    }

    /** What the feed has produced, up to a fifth of a second ago. */
    public Produced produced() {
        Feed running = feed;
        return running == null ? Produced.NOTHING : running.latest();
    }

    /** Ends everything that still runs, the last started first. What does not end in order is left to the process's end. */
    @Override
    public void close() {
        while (!opened.isEmpty()) {
            try {
                opened.pop().close();
            } catch (Exception e) {
                // The others have to end too; nothing of value is lost with a server for tests.
            }
        }
    }
}
