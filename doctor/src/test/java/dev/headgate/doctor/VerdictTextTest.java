package dev.headgate.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class VerdictTextTest {

    private static Observation seen(Steady... gates) {
        return Observation.of(List.of(gates).stream().map(Steady::series).toList());
    }

    private static Observation hotel() {
        return seen(
                        Steady.gate("in-flight", 256, 214.3, 1.1946)
                                .waiting(3_912)
                                .inside("delay", 1, 0, 0.750)
                                .inside("offers-grpc", 1, 0.3716, 0.070),
                        Steady.gate("delay", Integer.MAX_VALUE, 214.3, 0.750),
                        Steady.gate("offers-grpc", 15, 214.3, 0.070).waiting(79.6))
                .withDelays(Set.of("delay"))
                .withLoad(Load.backlog())
                .withCpu(new CpuUse(9.8, 2, 0.1, 3, 2, 2));
    }

    @Test
    void theHotelVerdictReadsAsTheDesignSays() {
        List<String> lines = VerdictText.of(Doctor.examine(hotel()));
        assertThat(lines.get(0)).isEqualTo("Throughput 214/s. offers-grpc binds; in-flight stands right behind it.");
        assertThat(lines.get(1)).isEqualTo("  offers-grpc  15 of 15 in use, 79.6 waiting, hold 70 ms; bound 214/s");
        assertThat(lines.get(2))
                .isEqualTo(
                        "  in-flight    256 of 256 in use, 3,910 waiting, hold 1.19 s: inside delay 750 ms, waiting for"
                                + " offers-grpc 372 ms, inside offers-grpc 70 ms, own work 3 ms; bound 311/s");
        assertThat(lines)
                .anyMatch(line ->
                        line.matches("offers-grpc 15 -> 170 alone +=> {2}31\\d/s \\(\\+4\\d %.*; then in-flight binds"))
                .anyMatch(line -> line.matches("in-flight 256 -> [\\d,]+ alone +=> {2}21\\d/s \\(nothing.*"))
                .anyMatch(
                        line -> line.matches("smallest set: in-flight .* and offers-grpc .* =>  2,\\d\\d0/s \\(x11.*"))
                .anyMatch(line -> line.matches("delay as a hold \\(no slot\\) with offers-grpc 15 -> 170 +=> {2}2,.*"))
                .anyMatch(line -> line.startsWith("Not known: whether what offers-grpc calls keeps its pace"))
                .anyMatch(line -> line.startsWith("Probe: offers-grpc 30 first, expect 31"))
                .anyMatch(line -> line.startsWith("Confidence: consistent with."));
    }

    @Test
    void latencyIsToldWhereUsersWait() {
        List<String> lines = VerdictText.of(
                Doctor.examine(seen(Steady.gate("pool", 10, 100, 0.1).waiting(50))));
        assertThat(lines)
                .anyMatch(line -> line.contains("pool 10 -> 67, all that is needed")
                        && line.contains("median ")
                        && line.endsWith("; then the load is the limit"));
    }

    @Test
    void aLiarIsLeftOutAndNamed() {
        Series broken = new Series(List.of(
                Steady.gate("pool", 10, 100, 0.1).series().last(),
                new dev.headgate.GateStats("pool", 0, 10, 0, 0, 5, 5, 0, 0, 1, 1, 0, 0, 0, List.of())));
        List<String> lines = VerdictText.of(Doctor.examine(Observation.of(List.of(broken))));
        assertThat(lines).anyMatch(line -> line.startsWith("Not trustworthy, and left out: pool: a counter went back"));
    }

    @Test
    void whatCameOfAChangeIsTold() {
        Observation before = seen(Steady.gate("pool", 10, 100, 0.1).waiting(60));
        Prediction prediction = Doctor.predict(before, java.util.Map.of("pool", 20));
        Observation now = seen(Steady.gate("pool", 20, 198, 0.101).waiting(50))
                .withTrials(List.of(new Trial(prediction, 100, 198.0)));
        assertThat(VerdictText.of(Doctor.examine(now)))
                .anyMatch(line -> line.matches("Applied: pool 20: predicted (199|20\\d)/s, measured 198/s\\."))
                .anyMatch(line -> line.startsWith("Confidence: confirmed."));
    }

    @Test
    void theLoadIsNamedWhereNothingBinds() {
        assertThat(VerdictText.of(Doctor.examine(seen(Steady.gate("pool", 50, 100, 0.1)))))
                .containsExactly(
                        "Throughput 100/s. Nothing binds: the load is the limit, with 10 in the system; no change"
                                + " needed.");
    }
}
