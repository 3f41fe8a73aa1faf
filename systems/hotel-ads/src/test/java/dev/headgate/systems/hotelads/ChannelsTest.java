package dev.headgate.systems.hotelads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChannelsTest {
    @Test
    void aConnectionGetsItsLimitAndThenAnotherIsOpened() {
        try (Channels channels = new Channels("127.0.0.1", 1, 2)) {
            List<Channels.Stream> taken = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                taken.add(channels.take());
            }
            assertThat(channels.size()).isEqualTo(3);
            taken.forEach(Channels.Stream::close);
            for (int i = 0; i < 6; i++) {
                channels.take();
            }
            assertThat(channels.size()).isEqualTo(3);
        }
    }
}
