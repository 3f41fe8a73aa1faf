package dev.headgate.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.GateStats;
import dev.headgate.Insides;
import dev.headgate.testkit.ManualClock;
import dev.headgate.testkit.ScriptedConsumer;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongUnaryOperator;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Test;

class ReadingsTest {
    private final Lane lane =
            new Lane(new TopicPartition("t", 0), Ordering.UNORDERED, Bookmark.Limits.of(4096), Window.MAX, 0);

    private Flight inLine(long offset) {
        lane.append(new ConsumerRecord<>("t", 0, offset, new byte[0], new byte[0]), 0);
        Flight flight = Objects.requireNonNull(lane.nextInOffsetOrder());
        lane.move(flight, Flight.Phase.OUT);
        flight.putInLine();
        return flight;
    }

    private IntakeStats read(long now) {
        ManualClock clock = new ManualClock();
        IntakeBuilder<String, String> builder = Intake.<String, String>of("i", Map.of())
                .topics("t")
                .keys(new StringDeserializer())
                .values(new StringDeserializer())
                .clock(clock);
        Settings<String, String> settings = Settings.of(builder, new Work.One<>(delivery -> Outcome.done()));
        Readings readings = new Readings(
                settings,
                new ScriptedConsumer(clock, "earliest"),
                new Tally(),
                new Insides(),
                LongUnaryOperator.identity());
        Lanes lanes = new Lanes();
        lanes.add(lane);
        return readings.read(IntakeState.RUNNING, lanes, new Stragglers(), 1, 0, now, 0);
    }

    @Test
    void recordWhoseHandlerIsThroughTakesNoSlotThoughTheOwnerHasNotHeardOfIt() {
        lane.restore(null);
        Flight through = inLine(0);
        through.start(100);
        through.finish(Outcome.done(), 300);
        Flight running = inLine(1);
        running.start(300);
        inLine(2);

        IntakeStats stats = read(1000);
        GateStats gate = stats.inFlight();
        assertThat(gate.inUse()).isEqualTo(1);
        assertThat(gate.entries()).isEqualTo(2);
        assertThat(gate.exits()).isEqualTo(1);
        assertThat(gate.holdNanos()).isEqualTo(200);
        assertThat(gate.inUseNanos()).isEqualTo(200 + 700);
        assertThat(gate.oldestHolderNanos()).isEqualTo(700);
        assertThat(stats.lanes().getFirst().running()).isEqualTo(1);
        assertThat(stats.lanes().getFirst().startable()).isEqualTo(1);
    }
}
