package dev.headgate.systems.hotelads;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.Gate;
import dev.headgate.kafka.IntakeState;
import dev.headgate.kafka.IntakeStats;
import dev.headgate.systems.hotelads.proto.Ad;
import dev.headgate.testkit.ManualClock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LedgerTest {
    private final Ledger ledger = new Ledger();
    private final ManualClock clock = new ManualClock();
    private final AdsService service = new AdsService(clock);
    private final AdsClient client =
            new AdsClient(Gate.named("ads-http").capacity(1).open(), service.uri());

    @AfterEach
    void close() {
        client.close();
        service.close();
    }

    private void push(long... ids) throws Exception {
        for (long id : ids) {
            client.push(Ad.newBuilder().setId(id).setExpires(Long.MAX_VALUE).build());
        }
    }

    private static Produced produced(long acknowledged) {
        return new Produced(acknowledged, acknowledged, 0, Map.of(0, acknowledged));
    }

    private static IntakeStats intake(long done, Map<String, Long> dropped, long dead) {
        return new IntakeStats(
                "hotel-prices",
                IntakeState.CLOSED,
                0,
                Gate.named("in-flight").capacity(1).open().stats(),
                0,
                done,
                dropped,
                dead,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                0,
                List.of());
    }

    @Test
    void balancesWhenEveryPriceEndedInOneWay() throws Exception {
        push(0, 1, 2);
        ledger.unfinished(3);
        Books books = ledger.close(produced(7), intake(3, Map.of("unfinished", 1L, "expired", 2L), 1), service);
        assertThat(books.balanced()).isTrue();
        assertThat(books.lost()).isZero();
        assertThat(books.duplicated()).isZero();
    }

    @Test
    void aPriceThatNothingAccountsForIsLostEvenIfTheIntakeCallsItDone() throws Exception {
        push(0, 2);
        Books books = ledger.close(produced(3), intake(3, Map.of(), 0), service);
        assertThat(books.lost()).isEqualTo(1);
        assertThat(books.balanced()).isFalse();
    }

    @Test
    void aSecondPushDoesNotMakeUpForALostPrice() throws Exception {
        push(0, 1, 1);
        Books books = ledger.close(produced(3), intake(3, Map.of(), 0), service);
        assertThat(books.lost()).isEqualTo(1);
        assertThat(books.duplicated()).isEqualTo(1);
    }

    @Test
    void pricesThatAreStillOpenDoNotBalance() throws Exception {
        push(0);
        Books books = ledger.close(produced(2), intake(1, Map.of(), 0), service);
        assertThat(books.balanced()).isFalse();
    }

    @Test
    void aSendThatFailedDoesNotBalance() throws Exception {
        push(0);
        Books books = ledger.close(new Produced(2, 1, 1, Map.of(0, 1L)), intake(1, Map.of(), 0), service);
        assertThat(books.lost()).isZero();
        assertThat(books.balanced()).isFalse();
    }
}
