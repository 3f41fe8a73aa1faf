package dev.headgate.systems.hotelads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationsTest {
    @ParameterizedTest
    @CsvSource({"20ms,20000", "1.5s,1500000", "2m,120000000", "1h,3600000000", "250us,250", "0s,0", "90s,90000000"})
    void readsNumbersWithUnitsAndWritesThemSoThatTheyReadTheSame(String text, long micros) {
        Duration read = Durations.parse(text);
        assertThat(read).isEqualTo(Duration.ofNanos(micros * 1000));
        assertThat(Durations.parse(Durations.text(read))).isEqualTo(read);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "20", "ms", "-1s", "1d", "1 s", "1e3s"})
    void saysWhatIsWrong(String text) {
        assertThatThrownBy(() -> Durations.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + text + "' is no duration");
    }
}
