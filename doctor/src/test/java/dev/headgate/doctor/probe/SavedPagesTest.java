package dev.headgate.doctor.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headgate.doctor.Change;
import dev.headgate.doctor.Doctor;
import dev.headgate.doctor.Observation;
import dev.headgate.doctor.Verdict;
import dev.headgate.doctor.VerdictText;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pages of real services, taken twice under steady load, of which it is known what ailed them, and what came of lifting it. */
class SavedPagesTest {
    private static final double QUARKUS = 60;
    private static final double SPRING = 44.5;
    /** Of a prediction, from what was measured when the suspect was lifted. */
    private static final double OFF = 0.2;

    private static double expected(OutsideView view, String station, int slots) {
        return Doctor.predict(view.observation(), Map.of(station, slots)).expected();
    }

    private static void near(double predicted, double measured) {
        assertThat(predicted).isCloseTo(measured, within(OFF * measured));
    }

    @Test
    void connectionsOfTheDatabaseAreHeldForCallsToOthers() {
        OutsideView view = Pages.pair("quarkus/sick1-pinned", QUARKUS);
        Verdict verdict = Doctor.examine(view.observation());
        assertThat(verdict.named()).containsExactly("sql pool DEFAULT");
        assertThat(verdict.pinned()).containsExactly("sql pool DEFAULT");
        assertThat(VerdictText.of(verdict))
                .anyMatch(
                        line -> line.startsWith(
                                "sql pool DEFAULT is held 1.56 s, of which own work 975 µs: most of it is http client science"));
        assertThat(view.notes())
                .anyMatch(note -> note.contains("that is done while a slot of sql pool DEFAULT is held"))
                .anyMatch(note -> note.startsWith("sql pool DEFAULT: 0.67/s gave up"));
        // What was measured when the transaction had been drawn around the insert alone.
        Change alone = leases(verdict).getFirst();
        near(alone.prediction().expected(), 35.6);
        assertThat(alone.prediction().thenBinds())
                .containsExactlyInAnyOrder("http client science", "http client other");
    }

    private static List<Change> leases(Verdict verdict) {
        return verdict.changes().stream()
                .filter(change -> change.kind() == Change.Kind.LEASE)
                .toList();
    }

    @Test
    void connectionsOfTheRestClientBindThoughTheirNumberIsNotTold() {
        Observation seen = Pages.pair("quarkus/sick2-scoped", QUARKUS).observation();
        Verdict verdict = Doctor.examine(seen);
        assertThat(verdict.named()).containsExactlyInAnyOrder("http client science", "http client other");
        near(
                Doctor.predict(seen, Map.of("http client science", 1_200, "http client other", 100))
                        .expected(),
                70.6);
    }

    @Test
    void afterThatTheOtherClientBindsAlone() {
        Verdict verdict = Doctor.examine(Pages.pair("quarkus/cured", QUARKUS).observation());
        assertThat(verdict.named()).containsExactly("http client other");
        assertThat(verdict.throughput()).isCloseTo(70.6, within(1.0));
    }

    @Test
    void threadsOfTheServerBind() {
        OutsideView view = Pages.pair("spring/tomcat-full", SPRING);
        String threads = "tomcat threads http-nio-127.0.0.1-18081";
        assertThat(Doctor.examine(view.observation()).named()).containsExactly(threads);
        near(expected(view, threads, 400), 870);
    }

    @Test
    void aPoolIsPinnedByACallInTheTransaction() {
        OutsideView view = Pages.pair("spring/hikari-pinned", SPRING);
        Verdict verdict = Doctor.examine(view.observation());
        assertThat(verdict.named()).containsExactly("hikari HikariPool-1");
        assertThat(verdict.pinned()).containsExactly("hikari HikariPool-1");
        near(expected(view, "hikari HikariPool-1", 20), 39.1);
        assertThat(leases(verdict)).hasSize(1);
    }

    @Test
    void aPoolIsTooSmallForItsOwnWork() {
        OutsideView view = Pages.pair("spring/hikari-small", SPRING);
        Verdict verdict = Doctor.examine(view.observation());
        assertThat(verdict.named()).containsExactly("hikari HikariPool-1");
        assertThat(verdict.pinned()).isEmpty();
        // From one page nobody can tell it from a database that binds behind a pool of that size.
        assertThat(verdict.probe()).isNotNull();
        assertThat(leases(verdict)).isEmpty();
        near(expected(view, "hikari HikariPool-1", 20), 917);
    }

    @Test
    void connectionsOfReactorNettyBindAndNotWhatIsCalled() {
        OutsideView view = Pages.pair("spring/reactor-netty-500", SPRING);
        String pool = "connections down to 127.0.0.1:18090";
        assertThat(Doctor.examine(view.observation()).named()).containsExactly(pool);
        near(expected(view, pool, 100), 200);
    }

    @Test
    void aListenerHasOneThread() {
        OutsideView view = Pages.pair("spring/spring-kafka-1", SPRING);
        assertThat(Doctor.examine(view.observation()).named()).containsExactly("listener spikeListener");
        near(expected(view, "listener spikeListener", 2), 38.7);
    }

    @ParameterizedTest
    @ValueSource(strings = {"quarkus/healthy-10users", "spring/healthy", "spring/healthy-flux"})
    void whereNothingBindsNothingIsSaid(String pair) {
        Verdict verdict = Doctor.examine(
                Pages.pair(pair, pair.startsWith("q") ? QUARKUS : SPRING).observation());
        assertThat(verdict.named()).isEmpty();
        assertThat(VerdictText.of(verdict).toString()).contains("Nothing binds");
    }
}
