package dev.headgate.doctor.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.Gate;
import dev.headgate.Pass;
import dev.headgate.doctor.Cpu;
import dev.headgate.doctor.Doctor;
import dev.headgate.doctor.Prediction;
import dev.headgate.doctor.Question;
import dev.headgate.doctor.Verdict;
import dev.headgate.doctor.VerdictListener;
import dev.headgate.doctor.VerdictText;
import dev.headgate.doctor.Watch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Runs the code of docs/guide/doctor.md, and checks that the page has that code and no other. */
class DoctorGuideTest {

    private static final Path PAGE = Path.of("../docs/guide/doctor.md");
    private static final Path SOURCE = Path.of("src/test/java/dev/headgate/doctor/guide/DoctorGuideTest.java");
    private static final Pattern SNIPPET = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    private final Gate inFlight = Gate.named("in-flight").capacity(256).open();
    private final Gate delay = Gate.named("delay").capacity(Integer.MAX_VALUE).open();
    private final Gate offers = Gate.named("offers-grpc").capacity(15).open();
    // spotless:off
    private final Watch watch = watch();

    private Watch watch() {
        Watch watch = Watch.over(List.of(inFlight, delay, offers))
                .delays("delay")
                .cpu(Cpu.ofProcess())
                .open();
        return watch;
    }

    private void logs() {
        Watch logged = Watch.over(List.of(inFlight, offers))
                .onChange(VerdictListener.logging())
                .open();
        logged.close();
    }
    // spotless:on

    @AfterEach
    void end() {
        watch.close();
    }

    private void records() throws InterruptedException {
        for (int i = 0; i < 1_000; i++) {
            try (Pass slot = inFlight.enter()) {
                delay.run(() -> {});
                offers.run(() -> {});
            }
        }
        watch.tick();
    }

    @Test
    void examines() throws InterruptedException {
        records();
        Verdict verdict = watch.verdict();
        VerdictText.of(verdict).forEach(System.out::println);
        // On a busy machine the processor may be the limit; the gates never are.
        assertThat(verdict.named()).doesNotContain("in-flight", "delay", "offers-grpc");
        assertThat(verdict.stations()).hasSize(3);
        logs();
    }

    @Test
    void predictsAndApplies() throws InterruptedException {
        records();
        Verdict plan = Doctor.examine(watch.observation(), Question.target(1_000));
        Prediction what = Doctor.predict(watch.observation(), Map.of("in-flight", 1_000));
        assertThat(plan.throughput()).isPositive();
        assertThat(what.capacities()).containsEntry("in-flight", 1_000);
        Prediction expected = watch.apply(Map.of("offers-grpc", 30));
        assertThat(expected.capacities()).containsEntry("offers-grpc", 30);
        assertThat(offers.capacity()).isEqualTo(30);
    }

    @Test
    void thePageHasThisCode() throws IOException {
        List<String> snippets = SNIPPET.matcher(Files.readString(PAGE))
                .results()
                .map(found -> found.group(1))
                .toList();
        assertThat(snippets).hasSize(5);
        String source = withoutIndentation(Files.readString(SOURCE));
        for (String snippet : snippets) {
            assertThat(source)
                    .as("%s, which should hold the code of %s", SOURCE, PAGE)
                    .contains(withoutIndentation(snippet));
        }
    }

    private static String withoutIndentation(String code) {
        return code.lines().map(String::strip).collect(Collectors.joining("\n"));
    }
}
