package dev.headgate.systems.hotelads;

import dev.headgate.Gate;
import dev.headgate.GateView;
import dev.headgate.kafka.Delivery;
import dev.headgate.kafka.Outcome;
import dev.headgate.kafka.OutcomeHandler;
import dev.headgate.systems.hotelads.proto.Ad;
import dev.headgate.systems.hotelads.proto.HotelPrice;
import dev.headgate.systems.hotelads.proto.Offer;
import java.net.InetAddress;
import java.util.List;

/** What is done with a price: looked up, then pushed, one after the other on a virtual thread. Two gates bound it. */
final class PriceHandler implements OutcomeHandler<String, HotelPrice>, AutoCloseable {
    private final Gate offersGate;
    private final Gate adsGate;
    private final OffersClient offers;
    private final AdsClient ads;
    private final Ledger ledger;
    private final boolean onlyFinished;

    PriceHandler(Pipeline pipeline, Upstreams upstreams, Ledger ledger) {
        this.offersGate =
                Gate.named("offers-grpc").capacity(pipeline.offersCapacity()).open();
        this.adsGate = Gate.named("ads-http").capacity(pipeline.adsCapacity()).open();
        this.offers = new OffersClient(
                offersGate,
                InetAddress.getLoopbackAddress().getHostAddress(),
                upstreams.pricing().port());
        this.ads = new AdsClient(adsGate, upstreams.ads().uri());
        this.ledger = ledger;
        this.onlyFinished = pipeline.delay() instanceof Delay.FinishedFlag;
    }

    @Override
    public Outcome handle(Delivery<String, HotelPrice> delivery) throws Exception {
        HotelPrice price = delivery.value();
        if (onlyFinished && !price.getFinished()) {
            ledger.unfinished(price.getId());
            return Outcome.dropped(Ledger.UNFINISHED);
        }
        Offer offer = offers.lookup(price);
        ads.push(Ad.newBuilder()
                .setId(price.getId())
                .setHotel(price.getHotel())
                .setTotalCents(offer.getTotalCents())
                .setCurrency(price.getCurrency())
                .setExpires(price.getExpires())
                .build());
        return Outcome.done();
    }

    /** Readies the clients for traffic; blocks for some seconds. */
    void warmUp() {
        WarmUp.with(() -> {
            offers.probe();
            ads.probe();
        });
    }

    /** In the order in which a price meets them. */
    List<GateView> gates() {
        return List.of(offersGate, adsGate);
    }

    @Override
    public void close() {
        offers.close();
        ads.close();
    }
}
