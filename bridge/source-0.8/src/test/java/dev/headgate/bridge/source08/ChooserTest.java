package dev.headgate.bridge.source08;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.bridge.source.SourcePartition;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ChooserTest {

    private static final int START = 64 << 10;
    private static final long CALL = 7;
    private static final long NOW = 1_000;

    private final List<Reading> turn = new ArrayList<>();

    private Reading add(long end) {
        Reading reading = new Reading(new SourcePartition("prices", turn.size()), 10, START, NOW);
        reading.end = end;
        reading.wanted = CALL;
        turn.add(reading);
        return reading;
    }

    private @Nullable Question choose(long budget) {
        return Chooser.choose(turn, CALL, budget, NOW);
    }

    private Question.Records records(long budget) {
        assertThat(choose(budget)).isInstanceOf(Question.Records.class);
        return choose(budget) instanceof Question.Records records ? records : new Question.Records(List.of(), 0, 0);
    }

    @Test
    void thousandsShareTheBudgetInTurns() {
        for (int i = 0; i < 1_000; i++) {
            add(i % 2 == 0 ? 1_000 : -1);
        }
        Set<Reading> asked = new HashSet<>();
        int questions = 0;
        while (asked.size() < 1_000) {
            Question.Records records = records(1 << 20);
            assertThat(records.bytes).isLessThanOrEqualTo(1 << 20);
            assertThat(records.waitMs).isZero();
            for (Question.Want want : records.wants) {
                assertThat(asked.add(want.reading()) || asked.size() == 1_000)
                        .as("nobody twice before all once")
                        .isTrue();
                turn.remove(want.reading());
                turn.add(want.reading());
            }
            questions++;
            assertThat(questions).isLessThanOrEqualTo(63);
        }
    }

    @Test
    void aRecordThatNeedsMoreThanTheBudgetIsAskedForAlone() {
        add(1_000).need = 5 << 20;
        add(1_000);
        Question.Records records = records(1 << 20);
        assertThat(records.wants).containsExactly(new Question.Want(turn.getFirst(), 10, 5 << 20));
    }

    @Test
    void whereAllAreAtTheirEndAllAreAskedAndTheBrokerWaits() {
        for (int i = 0; i < 1_000; i++) {
            add(10);
        }
        Question.Records records = records(1 << 20);
        assertThat(records.wants).hasSize(1_000).allMatch(want -> want.bytes() == Chooser.LITTLE_BYTES);
        assertThat(records.waitMs).isEqualTo(Chooser.WAIT_MS);
    }

    @Test
    void thoseAtTheirEndAreNotForgottenWhileOthersAreBehind() {
        add(1_000);
        for (int i = 0; i < 100; i++) {
            add(10);
        }
        Question.Records records = records(1 << 20);
        assertThat(records.waitMs).isZero();
        assertThat(records.wants).hasSize(1 + Chooser.BESIDE);
    }

    @Test
    void whoCannotTakeMoreIsNotAsked() {
        add(1_000).wanted = CALL - 1;
        add(1_000).notBefore = NOW + 1;
        add(1_000).asked = new Question.Records(List.of(), 0, 0);
        Reading full = add(1_000);
        full.held.add(new Block(ByteBuffer.allocate(0)));
        full.held.add(new Block(ByteBuffer.allocate(0)));
        assertThat(choose(1 << 20)).isNull();
    }

    @Test
    void anOffsetThatWasRefusedIsLookedIntoWhenAllBeforeItIsHandedOver() {
        Reading refused = add(1_000);
        refused.outOfRange = true;
        refused.held.add(new Block(ByteBuffer.allocate(0)));
        assertThat(choose(1 << 20)).isNull();
        refused.held.clear();
        assertThat(choose(1 << 20)).isInstanceOf(Question.Range.class);
    }

    @Test
    void sizesGrowWhileAnswersAreFullAndShrinkWhenTheyAreNot() {
        Reading reading = add(1_000);
        Block full = new Block(ByteBuffer.wrap(MessageSets.format1(1, 0, 0, null, new byte[60 << 10])));
        reading.answered(START, full, START);
        assertThat(reading.size).isEqualTo(2 * START);
        Block little = new Block(ByteBuffer.wrap(MessageSets.format1(1, 0, 0, null, new byte[100])));
        reading.answered(2 * START, little, START);
        assertThat(reading.size).isEqualTo(START);
        reading.tooLarge(START, 3_000_000);
        assertThat(reading.need).isEqualTo(3_000_000);
        reading.answered(3_000_000, full, START);
        assertThat(reading.need).isZero();
        for (int i = 0; i < 10; i++) {
            reading.answered(
                    reading.size,
                    new Block(ByteBuffer.wrap(MessageSets.format1(1, 0, 0, null, new byte[reading.size - 34]))),
                    START);
        }
        assertThat(reading.size).isEqualTo(Reading.MOST_SHARE_BYTES);
    }
}
