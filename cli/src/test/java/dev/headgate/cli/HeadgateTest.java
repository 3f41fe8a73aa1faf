package dev.headgate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What the command line says and which exit code it gives, where nothing has to run for it. */
class HeadgateTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int execute(String... words) {
        Terminal terminal = new Terminal(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false);
        return Headgate.execute(terminal, words);
    }

    private static Arguments wrong(String says, String... words) {
        return Arguments.of(says, words);
    }

    static Stream<Arguments> wrongUsage() {
        return Stream.of(
                wrong("choose a command"),
                wrong("there is no command 'docter': choose", "docter"),
                wrong("say which incident, or --all-incidents", "lab"),
                wrong("there is no incident 'motel-ads': choose one-pool", "lab", "motel-ads"),
                wrong("has no fault 'pond': choose from pool", "lab", "one-pool", "--fix", "pond"),
                wrong("choose one of them", "lab", "one-pool", "--fix", "pool", "--all"),
                wrong("leave out 'one-pool'", "lab", "one-pool", "--all-incidents"),
                wrong("--fix needs the incident", "lab", "--all-incidents", "--fix", "pool"),
                wrong("--count is 1 to 10000", "lab", "one-pool", "--count", "-1"),
                wrong("say which system to run: hotel-ads", "run"),
                wrong("there is no system 'hotels': choose hotel-ads", "run", "hotels"),
                wrong("there is no system 'hotels': choose hotel-ads", "run", "hotels", "--for", "3s"),
                wrong("Unknown option: '--fast'", "run", "hotel-ads", "--fast"),
                wrong("'30' is no duration", "run", "hotel-ads", "--for", "30"),
                wrong("'soon' is no latency", "run", "hotel-ads", "--latency", "soon"),
                wrong("'--rate'", "run", "hotel-ads", "--rate", "many"),
                wrong("between 1 and 1000000 records/s, but is 0", "run", "hotel-ads", "--rate", "0"),
                wrong("'9x' is no step of a rate plan", "run", "hotel-ads", "--rate-plan", "9x"),
                wrong("leave out --rate and --for", "run", "hotel-ads", "--rate-plan", "9x1s", "--rate", "9"),
                wrong("the failure rate must lie between 0 and 1", "run", "hotel-ads", "--failure-rate", "2"),
                wrong("the capacity of in-flight must lie", "run", "hotel-ads", "--in-flight", "0"),
                wrong("'--ordering'", "run", "hotel-ads", "--ordering", "random"),
                wrong("say which soak: crash", "soak"),
                wrong("no soak sponge; there are crash", "soak", "sponge"),
                wrong("no option salt; there are", "soak", "crash", "--set", "salt=1"),
                wrong("there is no bench 'outtake': choose intake", "bench", "outtake"),
                wrong("Rounds must be 1 to 20", "bench", "--rounds", "0"),
                wrong("is not TIME:GATE=SLOTS", "run", "hotel-ads", "--resize", "offers-grpc=4"),
                wrong("'many' is no whole number", "run", "hotel-ads", "--resize", "3s:offers-grpc=many"),
                wrong("a gate has at least 1 slot", "run", "hotel-ads", "--resize", "3s:offers-grpc=0"),
                wrong("'3' is no duration", "run", "hotel-ads", "--resize", "3:offers-grpc=4"),
                wrong("'--delay'", "run", "hotel-ads", "--delay", "slot"),
                wrong(
                        "prices expire after 30s but are held for 75s",
                        "run",
                        "hotel-ads",
                        "--delay",
                        "hold",
                        "--expires-after",
                        "30s"),
                wrong("lies in a folder that does not exist", "run", "hotel-ads", "--report", "/no/such/folder/r.json"),
                wrong("cannot be written: name another file", "run", "hotel-ads", "--report", "/"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("wrongUsage")
    void wrongUsageGivesOneLineThatSaysWhatToDoAndExitCodeTwo(String says, String[] words) {
        assertThat(execute(words)).as(Arrays.toString(words)).isEqualTo(2);
        assertThat(out.toString(StandardCharsets.UTF_8)).isEmpty();
        assertThat(err.toString(StandardCharsets.UTF_8))
                .startsWith("headgate: ")
                .contains(says)
                .contains("--help")
                .hasLineCount(1);
    }

    @ParameterizedTest
    @MethodSource("helps")
    void helpGoesToStandardOutput(String[] words, String says) {
        assertThat(execute(words)).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains(says);
        assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    static Stream<Arguments> helps() {
        return Stream.of(
                Arguments.of(new String[] {"--help"}, "run"),
                Arguments.of(new String[] {"run", "--help"}, "hotel-ads"),
                Arguments.of(new String[] {"run", "hotel-ads", "--help"}, "--server-capacity"),
                Arguments.of(new String[] {"--version"}, "Headgate"));
    }

    @Test
    void aKafkaThatIsNotThereGivesOneLineAndExitCodeOne() {
        assertThat(execute("run", "hotel-ads", "--bootstrap", "nowhere"))
                .as("no port: refused at once")
                .isEqualTo(1);
        assertThat(err.toString(StandardCharsets.UTF_8))
                .startsWith("headgate: ")
                .contains("nowhere");
    }

    @Test
    void theLabListsItsIncidentsWithTheirFaults() {
        assertThat(execute("lab", "--list")).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("hotel-ads", "--fix receiver", "deadlock", "arrival-bound");
    }
}
