package dev.headgate.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.testkit.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every soak at the size of CI. */
class SoaksTest {

    @ParameterizedTest
    @ValueSource(strings = {"crash", "stuck", "rebalance", "slow", "hold", "overload"})
    void holdsAtTheQuickSize(String name) throws Exception {
        Soak soak = Soaks.named(name);
        SoakResult result = soak.run(SoakOptions.quick(soak, Seeds.next("soak " + name)), System.out::println);
        result.lines().forEach(System.out::println);
        // What depends on the machine's speed is for the full size on a machine with nothing else to do.
        assertThat(result.checks()).noneMatch(check -> !check.pace() && check.verdict() == SoakResult.Verdict.FAILED);
        assertThat(result.checks()).anyMatch(check -> check.verdict() == SoakResult.Verdict.HELD);
    }

    @Test
    void allHaveTestsHere() {
        assertThat(Soaks.all())
                .extracting(Soak::name)
                .containsExactly("crash", "stuck", "rebalance", "slow", "hold", "overload");
    }

    @Test
    void unknownNamesAreAnsweredWithTheKnownOnes() {
        assertThatThrownBy(() -> Soaks.named("crush"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("crush")
                .hasMessageContaining("crash, stuck, rebalance, slow, hold, overload");
        SoakOptions options = SoakOptions.quick(Soaks.named("crash"), 1);
        assertThatThrownBy(() -> options.with("kilts", 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("kilts")
                .hasMessageContaining("kills");
        assertThatThrownBy(() -> options.with("kills", -1)).hasMessageContaining("kills=-1");
        assertThat(options.with("kills", 3).get("kills")).isEqualTo(3);
    }
}
