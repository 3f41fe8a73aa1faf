package dev.headgate.systems.hotelads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.Gate;
import dev.headgate.systems.hotelads.proto.HotelPrice;
import dev.headgate.systems.hotelads.proto.Offer;
import io.grpc.StatusRuntimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class PricingServerTest {
    private static final HotelPrice PRICE =
            HotelPrice.newBuilder().setHotel(12).setPriceCents(10_000).build();

    private static PricingServer server(String latency, int capacity, double failureRate) {
        return new PricingServer(
                new PricingBehaviour(Latency.parse(latency), capacity, failureRate), new SplittableRandom(1));
    }

    private static OffersClient client(PricingServer server, int slots) {
        return new OffersClient(Gate.named("offers-grpc").capacity(slots).open(), "127.0.0.1", server.port());
    }

    @Test
    void answersWithAnOfferForTheHotel() throws Exception {
        try (PricingServer server = server("0ms", 1, 0);
                OffersClient client = client(server, 1)) {
            Offer offer = client.lookup(PRICE);
            assertThat(offer.getHotel()).isEqualTo(12);
            assertThat(offer.getTotalCents()).isEqualTo(10_700);
        }
    }

    @Test
    void worksOnNoMoreCallsAtOnceThanItsCapacityAndAnswersAll() throws Exception {
        try (PricingServer server = server("5ms", 3, 0);
                OffersClient client = client(server, 40)) {
            all(client, 40);
            assertThat(server.busiest()).isEqualTo(3);
            assertThat(server.calls()).isEqualTo(40);
        }
    }

    @Test
    void aLatencyIsTheLeastThatACallTakes() throws Exception {
        try (PricingServer server = server("30ms", 1, 0);
                OffersClient client = client(server, 1)) {
            long start = System.nanoTime();
            client.lookup(PRICE);
            assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(30_000_000L);
        }
    }

    @Test
    void aProbeIsAnsweredAtOnceWhateverTheServerIsLikeAndNotCounted() throws Exception {
        try (PricingServer server = server("1h", 1, 1);
                OffersClient client = client(server, 1)) {
            client.probe();
            assertThat(server.calls()).isZero();
        }
    }

    @Test
    void failsAsOftenAsItIsTold() throws Exception {
        try (PricingServer server = server("0ms", 10, 1);
                OffersClient client = client(server, 1)) {
            assertThatThrownBy(() -> client.lookup(PRICE))
                    .isInstanceOf(StatusRuntimeException.class)
                    .hasMessageContaining("no prices at the moment");
        }
    }

    /** With the calls of one connection limited to 100, a client with one connection would never get beyond 100. */
    @Test
    void connectionsAreOpenedSoThatNoCallWaitsInsideOne() throws Exception {
        try (PricingServer server = server("300ms", 1_000, 0);
                OffersClient client = client(server, 250)) {
            all(client, 250);
            assertThat(server.busiest()).isGreaterThan(PricingServer.STREAMS_PER_CONNECTION);
            assertThat(client.connections()).isGreaterThanOrEqualTo(3);
        }
    }

    private static void all(OffersClient client, int calls) throws Exception {
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Offer>> answers = new ArrayList<>();
            for (int i = 0; i < calls; i++) {
                answers.add(executor.submit(() -> client.lookup(PRICE)));
            }
            for (Future<Offer> answer : answers) {
                assertThat(answer.get().getHotel()).isEqualTo(12);
            }
        }
    }
}
