package dev.headgate.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class WordsTest {

    @Test
    void numbersHaveThreeDigitsThatMeanSomething() {
        assertThat(Words.number(0)).isEqualTo("0");
        assertThat(Words.number(0.3216)).isEqualTo("0.32");
        assertThat(Words.number(4.5)).isEqualTo("4.5");
        assertThat(Words.number(9.999)).isEqualTo("10");
        assertThat(Words.number(99.97)).isEqualTo("100");
        assertThat(Words.number(213.7)).isEqualTo("214");
        assertThat(Words.number(5_714)).isEqualTo("5,710");
        assertThat(Words.number(1_234_567)).isEqualTo("1,230,000");
    }

    @Test
    void timesHaveTheirUnit() {
        assertThat(Words.time(0)).isEqualTo("0");
        assertThat(Words.time(0.00024)).isEqualTo("240 µs");
        assertThat(Words.time(0.07)).isEqualTo("70 ms");
        assertThat(Words.time(1.196)).isEqualTo("1.2 s");
    }

    @Test
    void gainsAreSaidAsPeopleSayThem() {
        assertThat(Words.gain(0.01)).isEqualTo("nothing");
        assertThat(Words.gain(0.45)).isEqualTo("+45 %");
        assertThat(Words.gain(-0.2)).isEqualTo("-20 %");
        assertThat(Words.gain(26)).isEqualTo("x27");
    }

    @Test
    void listsAreSentences() {
        assertThat(Words.list(List.of("a"))).isEqualTo("a");
        assertThat(Words.list(List.of("a", "b"))).isEqualTo("a and b");
        assertThat(Words.list(List.of("a", "b", "c"))).isEqualTo("a, b and c");
    }

    @Test
    void capacitiesAreEasyToRemember() {
        assertThat(Words.roundUp(17)).isEqualTo(17);
        assertThat(Words.roundUp(158)).isEqualTo(160);
        assertThat(Words.roundUp(4_611)).isEqualTo(4_700);
        assertThat(Words.roundUp(4_700)).isEqualTo(4_700);
    }
}
