package dev.headgate.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;

/** The table of docs/guide/faults.md and the tests that it names: neither may go without the other. */
class FaultsGuideTest {
    private static final Pattern NAMED = Pattern.compile("`(?:(\\w+)/)?(\\w+)#(\\w+)`");
    private static final Path ROOT = root();

    /** Test classes that stand for faults; every test of theirs is in the table. */
    private static final List<Class<?>> OF_FAULTS = List.of(
            StallsOnRebalanceTest.class,
            StallsOfFlowTest.class,
            StallsOnCloseTest.class,
            LossTest.class,
            LossOnRebalanceTest.class,
            PoisonTest.class,
            KeysTest.class,
            MemoryTest.class,
            BeingToldTest.class,
            ContextTest.class,
            KafkaItselfTest.class);

    private record Named(String module, String type, String method) {}

    @Test
    void everyTestThatTheGuideNamesExists() throws IOException {
        List<Named> named = named();
        assertThat(named).hasSizeGreaterThan(40);
        for (Named test : named) {
            if (test.module.equals("kafka")) {
                assertThat(methods(test.type))
                        .as("tests of %s, named in the guide", test.type)
                        .contains(test.method);
            } else {
                assertThat(sourceOf(test)).contains("void " + test.method + "(").contains("@Test");
            }
        }
    }

    @Test
    void everyTestOfAFaultIsInTheGuide() throws IOException {
        List<Named> named = named();
        for (Class<?> type : OF_FAULTS) {
            assertThat(named.stream()
                            .filter(test -> test.type.equals(type.getSimpleName()))
                            .map(Named::method))
                    .as("tests of %s", type.getSimpleName())
                    .containsAll(methods(type.getSimpleName()));
        }
    }

    /** A row that names no test has to say so. */
    @Test
    void everyRowNamesATestOrSaysWhyNot() throws IOException {
        List<String> rows = Files.readAllLines(guide()).stream()
                .filter(line -> line.startsWith("| ") && !line.startsWith("| Fault") && !line.startsWith("|--"))
                .toList();
        assertThat(rows)
                .hasSizeGreaterThan(20)
                .allSatisfy(row -> assertThat(
                                NAMED.matcher(row).find() || row.contains("Not yet:") || row.contains("Elsewhere:"))
                        .as(row)
                        .isTrue());
    }

    private static List<Named> named() throws IOException {
        List<Named> found = new ArrayList<>();
        Matcher matcher = NAMED.matcher(Files.readString(guide()));
        while (matcher.find()) {
            String module = matcher.group(1) == null ? "kafka" : matcher.group(1);
            found.add(new Named(module, matcher.group(2), matcher.group(3)));
        }
        return found;
    }

    private static List<String> methods(String type) {
        try {
            return Arrays.stream(Class.forName("dev.headgate.kafka." + type).getDeclaredMethods())
                    .filter(method -> method.isAnnotationPresent(Test.class)
                            || method.isAnnotationPresent(ParameterizedTest.class))
                    .map(Method::getName)
                    .toList();
        } catch (ClassNotFoundException e) {
            throw new AssertionError("the guide names a test class that does not exist: " + type, e);
        }
    }

    private static String sourceOf(Named test) throws IOException {
        Path tests = ROOT.resolve(test.module).resolve("src/test/java");
        try (Stream<Path> files = Files.walk(tests)) {
            Path file = files.filter(path -> path.endsWith(test.type + ".java"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("no " + test.type + " in " + tests));
            return Files.readString(file);
        }
    }

    private static Path guide() {
        return ROOT.resolve("docs/guide/faults.md");
    }

    private static Path root() {
        Path here = Path.of("").toAbsolutePath();
        while (!Files.exists(here.resolve("docs/guide/faults.md"))) {
            here = here.getParent();
            if (here == null) {
                throw new AssertionError(
                        "docs/guide/faults.md is not above " + Path.of("").toAbsolutePath());
            }
        }
        return here;
    }
}
