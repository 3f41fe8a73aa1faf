package dev.headgate.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class SlotsTest {

    @Test
    void aKeyHasOneSlotAndKeysAreSpread() {
        int[] count = new int[Slots.COUNT];
        for (int i = 0; i < 32_000; i++) {
            byte[] key = new UUID(i * 0x9E37_79B9_7F4A_7C15L, i).toString().getBytes(StandardCharsets.UTF_8);
            int slot = Slots.of(key);
            assertThat(Slots.of(key.clone())).isEqualTo(slot);
            count[slot]++;
        }
        for (int slot = 0; slot < Slots.COUNT; slot++) {
            assertThat(count[slot])
                    .as("slot %d; 1,000 in each would be even", slot)
                    .isBetween(700, 1_300);
        }
    }

    @Test
    void withoutAKeyAnySlotDoes() {
        for (int i = 0; i < 100; i++) {
            assertThat(Slots.of(null)).isBetween(0, Slots.COUNT - 1);
        }
    }
}
