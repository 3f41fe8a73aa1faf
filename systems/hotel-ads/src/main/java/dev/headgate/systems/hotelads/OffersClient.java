package dev.headgate.systems.hotelads;

import dev.headgate.Gate;
import dev.headgate.systems.hotelads.proto.HotelPrice;
import dev.headgate.systems.hotelads.proto.Offer;
import dev.headgate.systems.hotelads.proto.OfferRequest;
import java.time.Duration;

/** Looks prices up at the pricing service, through the gate {@code offers-grpc}. */
final class OffersClient implements AutoCloseable {
    private static final Duration AT_MOST = Duration.ofSeconds(60);

    private final Gate gate;
    private final Channels channels;

    OffersClient(Gate gate, String host, int port) {
        this.gate = gate;
        this.channels = new Channels(host, port, PricingServer.STREAMS_PER_CONNECTION);
    }

    /**
     * Waits for a slot and then for the answer.
     *
     * @throws io.grpc.StatusRuntimeException if the service fails or takes longer than a minute
     */
    Offer lookup(HotelPrice price) throws InterruptedException {
        OfferRequest request = request(price);
        return gate.call(() -> call(request));
    }

    private static OfferRequest request(HotelPrice price) {
        return OfferRequest.newBuilder()
                .setHotel(price.getHotel())
                .setPriceCents(price.getPriceCents())
                .setCurrency(price.getCurrency())
                .build();
    }

    /** Waits for the answer, past the gate. */
    Offer ask(HotelPrice price) {
        return call(request(price));
    }

    /** A call that the service answers at once, past the gate; for warming up. */
    void probe() {
        call(OfferRequest.newBuilder().setHotel(PricingServer.PROBE).build());
    }

    private Offer call(OfferRequest request) {
        try (Channels.Stream stream = channels.take()) {
            return Pricing.lookup(stream.channel(), request, AT_MOST);
        }
    }

    /** Connections opened so far. */
    int connections() {
        return channels.size();
    }

    @Override
    public void close() {
        channels.close();
    }
}
