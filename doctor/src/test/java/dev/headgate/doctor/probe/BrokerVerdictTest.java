package dev.headgate.doctor.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.headgate.doctor.Confidence;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The rule, on made-up meters. */
class BrokerVerdictTest {

    private final Broker broker = new Broker();
    private final BrokerReading first = broker.read();

    private BrokerVerdict verdict() {
        return BrokerVerdict.of(first, broker.read());
    }

    private BrokerRates rates() {
        return Objects.requireNonNull(verdict().rates());
    }

    @Test
    void conversionsWhileOldProducersWriteAreUpConversion() {
        broker.produced(0, 4_000)
                .stored(600_000)
                .converted("prices", 590_000)
                .converted("fares", 10_000)
                .passed(10, 0.4, 0.9);
        BrokerVerdict verdict = verdict();
        assertThat(verdict.conversion()).isEqualTo(new Conversion.UpConverted(false));
        assertThat(verdict.conversion().named()).containsExactly("up-conversion");
        assertThat(verdict.confidence().grade()).isEqualTo(Confidence.Grade.LIKELY);
        assertThat(rates().conversionsPerSecond()).isEqualTo(60_000);
        assertThat(rates().conversionsByTopic()).isEqualTo(Map.of("prices", 59_000.0, "fares", 1_000.0));
        assertThat(rates().producePerSecond()).isEqualTo(Map.of(0, 400.0));
        assertThat(rates().cpuSecondsPerMillion()).isCloseTo(15, within(1e-9));
        assertThat(verdict.lines())
                .containsExactly(
                        "Up-conversion: the broker writes 60,000 of 60,000 messages/s anew, because producers of old"
                                + " versions send an old message format. (likely)",
                        "  Produce requests  400/s of version 0 (clients of 0.8)",
                        "  written anew      prices 59,000/s, fares 1,000/s",
                        "  request handlers  4 threads, busy 60 %, 0.80 requests waiting",
                        "  broker's CPU      0.90 of 2 cores, 15.00 s per million messages",
                        "  to do: move the producers of old versions to a client of 0.11 or newer, or let the bridge write"
                                + " for them; kafka.request.logger names them. Keep compression.type at producer: another"
                                + " one has current batches written anew, too");
    }

    @Test
    void theFirstVersionWithTodaysFormatIsThree() {
        broker.produced(2, 10).stored(1_000).converted("prices", 1_000).passed(1, 1, 0.1);
        assertThat(verdict().conversion()).isInstanceOf(Conversion.UpConverted.class);

        Broker other = new Broker();
        BrokerReading before = other.read();
        other.produced(3, 10).stored(1_000).converted("prices", 1_000).passed(1, 1, 0.1);
        assertThat(BrokerVerdict.of(before, other.read()).conversion()).isEqualTo(new Conversion.Recompressed());
    }

    @Test
    void conversionsWithCurrentProducersAloneAreNotBlamedOnClients() {
        broker.produced(11, 4_000).stored(600_000).converted("prices", 600_000).passed(10, 0.4, 0.9);
        BrokerVerdict verdict = verdict();
        assertThat(verdict.conversion()).isEqualTo(new Conversion.Recompressed());
        assertThat(verdict.conversion().named()).containsExactly("recompression");
        assertThat(verdict.confidence().grade()).isEqualTo(Confidence.Grade.LIKELY);
        assertThat(verdict.lines().getFirst())
                .startsWith(
                        "Recompression: the broker writes 60,000 of 60,000 messages/s anew, although all producers send")
                .contains("compression.type");
        assertThat(verdict.lines()).anyMatch(line -> line.contains("to do: set compression.type=producer"));
    }

    @Test
    void oldConsumersAreNoOldProducers() {
        broker.produced(11, 4_000)
                .fetched(0, 5_000)
                .stored(600_000)
                .converted("prices", 600_000)
                .convertedBack(30_000)
                .passed(10, 0.4, 0.9);
        assertThat(verdict().conversion()).isEqualTo(new Conversion.Recompressed());
        assertThat(verdict().lines()).contains("  converted back    3,000 messages/s, for consumers older than 0.11");
    }

    @Test
    void aBrokerWithRoomForAnotherReasonSaysSo() {
        broker.version("2.8.2")
                .produced(9, 40)
                .stored(600)
                .converted("prices", 600)
                .passed(10, 1, 0.1);
        Confidence confidence = verdict().confidence();
        assertThat(confidence.grade()).isEqualTo(Confidence.Grade.CONSISTENT_WITH);
        assertThat(confidence.rivals()).singleElement().asString().contains("message.format.version");
        assertThat(confidence.decider()).contains("compression.type");
    }

    @Test
    void whereOldAndCurrentProducersWriteTheOtherReasonIsNotExcluded() {
        broker.produced(1, 100)
                .produced(11, 9_900)
                .stored(600_000)
                .converted("prices", 600_000)
                .passed(10, 0.4, 0.9);
        BrokerVerdict verdict = verdict();
        assertThat(verdict.conversion()).isEqualTo(new Conversion.UpConverted(true));
        assertThat(verdict.confidence().grade()).isEqualTo(Confidence.Grade.CONSISTENT_WITH);
        assertThat(verdict.confidence().rivals())
                .containsExactly("recompression by compression.type has a part in it: 100 % of the messages are written"
                        + " anew, and 1.0 % of the Produce requests are of old versions");
        assertThat(verdict.lines())
                .anyMatch(line -> line.contains("10/s of version 1 (clients of 0.9), 990/s of version 11"))
                .anyMatch(line -> line.startsWith("  before that: compare compression.type"));
    }

    @Test
    void oldProducersInTheCountersOfThePastDoNotCount() {
        // The broker was written to by version 0 before the first look, and not since.
        broker.produced(9, 400).stored(600_000).converted("prices", 600_000).passed(10, 1, 0.9);
        assertThat(verdict().conversion()).isEqualTo(new Conversion.Recompressed());
    }

    @Test
    void nothingIsNamedWhereTheCounterStandsStill() {
        broker.produced(11, 4_000).stored(600_000).passed(10, 0.9, 0.2);
        assertThat(verdict().conversion()).isEqualTo(new Conversion.None());
        assertThat(verdict().conversion().named()).isEmpty();
        assertThat(verdict().confidence().grade()).isEqualTo(Confidence.Grade.LIKELY);
        assertThat(verdict().lines().getFirst())
                .isEqualTo("No conversion: the broker stores batches as they come. (likely)");

        broker.produced(0, 4_000);
        assertThat(verdict().conversion()).isEqualTo(new Conversion.None());
        assertThat(verdict().lines()).anyMatch(line -> line.contains("stored in its old format"));
    }

    @Test
    void fewMessagesSayLittle() {
        broker.produced(0, 10).stored(199).converted("prices", 199).passed(1, 1, 0);
        assertThat(verdict().conversion()).isEqualTo(new Conversion.UpConverted(false));
        assertThat(verdict().confidence().grade()).isEqualTo(Confidence.Grade.CONSISTENT_WITH);
        assertThat(verdict().confidence().failedChecks())
                .singleElement()
                .asString()
                .contains("only 199 messages");
    }

    @Test
    void anIdleBrokerSaysNothingOfConversion() {
        broker.fetched(17, 20).passed(10, 1, 0.01);
        assertThat(verdict().conversion()).isInstanceOf(Conversion.Unknown.class);
        assertThat(verdict().conversion().named()).isEmpty();
        assertThat(verdict().confidence().grade()).isEqualTo(Confidence.Grade.CANNOT_TELL);
        assertThat(verdict().lines())
                .startsWith(
                        "Cannot tell whether batches are converted: no producer wrote between the two looks. (cannot"
                                + " tell)")
                .contains("  Produce requests  none", "  broker's CPU      0.01 of 2 cores")
                .endsWith("  would decide: watch while producers write");
        assertThat(rates().cpuSecondsPerMillion()).isNaN();
    }

    @Test
    void conversionsWithoutARequestThatEndedAreNotJudged() {
        broker.stored(500).converted("prices", 500).passed(0.1, 1, 0.1);
        assertThat(verdict().conversion()).isInstanceOf(Conversion.Unknown.class);
        assertThat(verdict().confidence().grade()).isEqualTo(Confidence.Grade.CANNOT_TELL);
    }

    @Test
    void whatACounterSaidBeforeItWentBackIsNotUsed() {
        broker.lostItsCounters()
                .produced(0, 78)
                .stored(200_000)
                .converted("prices", 5_000)
                .passed(10, 1, 0.5);
        assertThat(verdict().rates()).as("a version that is no longer counted").isNull();
        assertThat(verdict().conversion().named()).isEmpty();
        assertThat(verdict().lines())
                .containsExactly(
                        "Cannot tell whether batches are converted: the broker was started anew between the two looks, or"
                                + " its counters were. (cannot tell)",
                        "  would decide: look again, twice, while the broker runs");
    }

    @Test
    void aNewStartShowsEvenWhereAllCountersAreHigherThanBefore() {
        broker.startedAnew()
                .produced(0, 4_000)
                .stored(600_000)
                .converted("prices", 600_000)
                .passed(10, 1, 0.5);
        assertThat(verdict().rates()).isNull();
        assertThat(verdict().conversion()).isInstanceOf(Conversion.Unknown.class);
    }

    @Test
    void aTopicThatWasMadeAnewDoesNotSpoilTheRest() {
        broker.recreated("before")
                .produced(0, 400)
                .stored(600_000)
                .converted("prices", 60_000)
                .passed(10, 1, 0.5);
        assertThat(rates().conversionsByTopic()).isEqualTo(Map.of("prices", 6_000.0));
        assertThat(verdict().conversion()).isEqualTo(new Conversion.UpConverted(false));
    }

    @Test
    void aBrokerAloneReadsAsItIs() {
        broker.produced(11, 500).stored(1_000).passed(10, 0.03, 1.8);
        RequestHandlers handlers = rates().handlers();
        assertThat(handlers.busyShare()).isCloseTo(0.97, within(1e-9));
        assertThat(handlers.atMost()).isFalse();
        assertThat(handlers.full()).isTrue();
        assertThat(handlers.waiting()).as("50/s, each for 2 ms").isCloseTo(0.1, within(1e-9));
        assertThat(verdict().lines())
                .contains("  request handlers  4 threads, busy 97 %, 0.10 requests waiting: they bind");
    }

    @Test
    void aNodeThatIsControllerTooReadsNearTwo() {
        broker.pools(2).produced(11, 500).stored(1_000).passed(10, 1.7, 0.4);
        RequestHandlers handlers = rates().handlers();
        assertThat(handlers.busyShare()).isCloseTo(0.3, within(1e-9));
        assertThat(handlers.atMost()).isTrue();
        assertThat(verdict().lines()).anyMatch(line -> line.contains("busy at most 30 %"));
    }

    @Test
    void suchANodeUnderFullLoadReadsNearOneAndIsNotIdle() {
        broker.pools(2).produced(11, 500).stored(1_000).passed(10, 1.01, 1.5);
        assertThat(rates().handlers().busyShare()).isCloseTo(0.99, within(1e-9));
        assertThat(rates().handlers().full())
                .as("an upper bound proves nothing")
                .isFalse();
    }

    @Test
    void suchANodeIsKnownByItsIdleTimeWhereItsThreadsAreNotSeen() {
        broker.pools(0).passed(10, 2.02, 0.1);
        assertThat(rates().handlers().busyShare()).isZero();
        assertThat(rates().handlers().atMost()).isTrue();
        broker.passed(10, 0, 0.1);
        assertThat(rates().handlers().busyShare())
                .as("1.01 is one pool, read a little late")
                .isZero();
        assertThat(rates().handlers().atMost()).isFalse();
    }

    @Test
    void theLooksAreInOrder() {
        BrokerReading second = broker.passed(1, 1, 0).read();
        assertThatThrownBy(() -> BrokerVerdict.of(second, first)).hasMessageContaining("not later");
    }
}
