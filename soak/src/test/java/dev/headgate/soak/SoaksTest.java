package dev.headgate.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.testkit.Seeds;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every soak at the size of CI, several at once: most of their time is spent waiting for kills, sessions and holds. */
@Execution(ExecutionMode.CONCURRENT)
class SoaksTest {

    // The longest first, so that the others run beside it. Each protocol of a rebalance on its own.
    @ParameterizedTest
    @CsvSource({"overload,", "bridge,", "rebalance,kip848", "rebalance,classic", "hold,", "crash,", "slow,", "stuck,"})
    void holdsAtTheQuickSize(String name, @Nullable String without) throws Exception {
        Soak soak = Soaks.named(name);
        SoakOptions options = SoakOptions.quick(soak, Seeds.next("soak " + name));
        SoakResult result = soak.run(
                without == null ? options : options.with(without, 0), line -> System.out.println(name + ": " + line));
        result.lines().forEach(System.out::println);
        // What depends on the machine's speed is for the full size on a machine with nothing else to do.
        assertThat(result.checks()).noneMatch(check -> !check.pace() && check.verdict() == SoakResult.Verdict.FAILED);
        assertThat(result.checks()).anyMatch(check -> check.verdict() == SoakResult.Verdict.HELD);
    }

    @Test
    void allHaveTestsHere() {
        assertThat(Soaks.all())
                .extracting(Soak::name)
                .containsExactly("crash", "stuck", "rebalance", "slow", "hold", "overload", "bridge");
    }

    @Test
    void unknownNamesAreAnsweredWithTheKnownOnes() {
        assertThatThrownBy(() -> Soaks.named("crush"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("crush")
                .hasMessageContaining("crash, stuck, rebalance, slow, hold, overload, bridge");
        SoakOptions options = SoakOptions.quick(Soaks.named("crash"), 1);
        assertThatThrownBy(() -> options.with("kilts", 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("kilts")
                .hasMessageContaining("kills");
        assertThatThrownBy(() -> options.with("kills", -1)).hasMessageContaining("kills=-1");
        assertThat(options.with("kills", 3).get("kills")).isEqualTo(3);
    }
}
