package dev.headgate.systems.hotelads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.Gate;
import dev.headgate.systems.hotelads.proto.Ad;
import dev.headgate.testkit.ManualClock;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class AdsServiceTest {
    private final ManualClock clock = new ManualClock();

    private Ad ad(long id) {
        return Ad.newBuilder().setId(id).setExpires(clock.millis() + 1_000).build();
    }

    private static AdsClient client(URI uri) {
        return new AdsClient(Gate.named("ads-http").capacity(2).open(), uri);
    }

    @Test
    void countsPushesByIdAndThoseThatComeTooLate() throws Exception {
        try (AdsService service = new AdsService(clock);
                AdsClient client = client(service.uri())) {
            Ad slow = ad(1);
            client.push(ad(0));
            client.push(ad(0));
            clock.advance(Duration.ofMillis(1_000));
            client.push(slow);
            assertThat(service.counts()).isEqualTo(new AdsCounts(3, 2, 1));
            assertThat(service.counts().repeated()).isEqualTo(1);
        }
    }

    @Test
    void aProbeIsNotCounted() throws Exception {
        try (AdsService service = new AdsService(clock);
                AdsClient client = client(service.uri())) {
            client.probe();
            client.push(ad(0));
            assertThat(service.counts()).isEqualTo(new AdsCounts(1, 1, 0));
        }
    }

    @Test
    void refusesWhatIsNoAdAndDoesNotCountIt() throws Exception {
        try (AdsService service = new AdsService(clock);
                HttpClient http = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(service.uri())
                    .POST(HttpRequest.BodyPublishers.ofString("no ad"))
                    .build();
            assertThat(http.send(request, HttpResponse.BodyHandlers.discarding())
                            .statusCode())
                    .isEqualTo(400);
            assertThat(service.counts().received()).isZero();
        }
    }

    @Test
    void aPushThatIsNotTakenFails() {
        try (AdsService service = new AdsService(clock);
                AdsClient client = client(service.uri().resolve("/nowhere"))) {
            assertThatThrownBy(() -> client.push(ad(0)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("answered 501 to price 0");
        }
    }
}
