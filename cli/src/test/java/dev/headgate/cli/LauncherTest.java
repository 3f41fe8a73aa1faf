package dev.headgate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher in a folder of its own, with stand-ins for Java and Maven that say how they were called. */
class LauncherTest {
    private static final List<String> TOOLS =
            List.of("sed", "grep", "find", "head", "tail", "ls", "sort", "dirname", "readlink", "touch", "mkdir");

    @TempDir
    Path temp;

    private Path root;
    private Path jvms;

    /** What a run of the launcher gave. */
    private record Ended(int code, String text) {}

    @BeforeEach
    void layOut() throws IOException {
        root = Files.createDirectories(temp.resolve("repo with space"));
        jvms = Files.createDirectories(temp.resolve("jvm"));
        Files.createDirectories(temp.resolve("bin"));
        Files.copy(Path.of("../headgate"), root.resolve("headgate"), StandardCopyOption.COPY_ATTRIBUTES);
        Files.createDirectories(root.resolve("core/src/main/java"));
        Files.writeString(root.resolve("core/src/main/java/A.java"), "class A {}");
    }

    private void script(Path file, String body) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + body + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private void java(String name, String version, boolean compiler) throws IOException {
        Path home = jvms.resolve(name);
        script(home.resolve("bin/java"), "echo \"java " + name + " $*\"");
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        if (compiler) {
            script(home.resolve("bin/javac"), "");
        }
    }

    private void maven(String version, String build) throws IOException {
        script(
                temp.resolve("bin/mvn"),
                "if [ \"$1\" = -version ]; then echo \"Apache Maven " + version + " (x)\"; exit 0; fi\n"
                        + "echo \"mvn $*\" >>\"" + temp.resolve("calls") + "\"\n" + build);
    }

    private Ended launch(String javaHome, String... words) throws Exception {
        List<String> command = Stream.concat(
                        Stream.of("bash", root.resolve("headgate").toString()), Stream.of(words))
                .toList();
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().remove("HEADGATE_JAVA_OPTIONS");
        builder.environment().put("JAVA_HOME", javaHome);
        builder.environment().put("HEADGATE_JVM_FOLDER", jvms.toString());
        builder.environment().put("PATH", temp.resolve("bin") + ":" + tools());
        Process process = builder.start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return new Ended(process.exitValue(), text);
    }

    /** A folder with the usual tools, but without the machine's own Java and Maven. */
    private String tools() throws IOException {
        Path tools = Files.createDirectories(temp.resolve("tools"));
        for (String tool : TOOLS) {
            script(tools.resolve(tool), "PATH=/usr/bin:/bin exec " + tool + " \"$@\"");
        }
        return tools.toString();
    }

    private String building() {
        return "mkdir -p cli/target/lib && echo jar >cli/target/headgate-cli-1.jar";
    }

    @Test
    void withoutACommandSaysWhatToChoose() throws Exception {
        Ended ended = launch("");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.text()).hasLineCount(1).contains("choose a command", "run SYSTEM");
    }

    @Test
    void withoutAnyJavaSaysOneClearLine() throws Exception {
        Ended ended = launch("", "run", "hotel-ads");
        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.text()).hasLineCount(1).contains("no JDK 25 or newer found");
    }

    @Test
    void aJavaThatIsTooOldIsNamed() throws Exception {
        java("java-17", "17.0.15", true);
        Ended ended = launch(jvms.resolve("java-17").toString(), "run", "hotel-ads");
        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.text()).hasLineCount(1).contains("newest Java seen: 17");
    }

    @Test
    void aJavaThatRunsButCannotBuildIsSaidToBeSo() throws Exception {
        java("java-21", "21.0.4", true);
        Ended ended = launch("", "run", "hotel-ads");
        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.text())
                .hasLineCount(1)
                .contains("found Java 21, which runs Headgate, but building it needs a JDK 25");
    }

    @Test
    void withoutMavenSaysSo() throws Exception {
        java("java-25", "25", true);
        Ended ended = launch("", "run", "hotel-ads");
        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.text()).hasLineCount(1).contains("mvn not found");
    }

    @Test
    void anOldMavenIsNamed() throws Exception {
        java("java-25", "25", true);
        maven("3.6.3", "");
        Ended ended = launch("", "run", "hotel-ads");
        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.text()).hasLineCount(1).contains("found Maven 3.6.3").contains("3.8");
    }

    @Test
    void passesOverAnOldJavaHomeBuildsOnceAndHandsTheWordsOver() throws Exception {
        java("java-17", "17.0.15", true);
        java("java-25", "25.0.1", true);
        maven("3.8.7", building());
        Ended first = launch(jvms.resolve("java-17").toString(), "run", "hotel-ads", "--for", "3 s");
        assertThat(first.code()).isZero();
        assertThat(first.text())
                .contains("using Java 25", "building Headgate", "java java-25")
                .endsWith("dev.headgate.cli.Headgate run hotel-ads --for 3 s\n");
        Ended second = launch("", "run", "hotel-ads");
        assertThat(second.text()).startsWith("java java-25").doesNotContain("building");
        assertThat(Files.readAllLines(temp.resolve("calls"))).hasSize(1);
    }

    @Test
    void buildsAgainWhenASourceIsNewerThanTheJar() throws Exception {
        java("java-25", "25.0.1", true);
        maven("3.9.9", building());
        launch("", "run");
        Path jar = root.resolve("cli/target/headgate-cli-1.jar");
        Files.setLastModifiedTime(
                root.resolve("core/src/main/java/A.java"),
                FileTime.fromMillis(Files.getLastModifiedTime(jar).toMillis() + 5_000));
        launch("", "run");
        assertThat(Files.readAllLines(temp.resolve("calls"))).hasSize(2);
    }

    @Test
    void aFailedBuildShowsMavensErrorsAndOneClearLine() throws Exception {
        java("java-25", "25.0.1", true);
        maven("3.8.7", "echo '[INFO] fine'; echo '[ERROR] A.java:[1,1] is wrong'; exit 1");
        Ended ended = launch("", "run", "hotel-ads");
        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.text())
                .contains("[ERROR] A.java:[1,1] is wrong", "headgate: the build failed")
                .doesNotContain("[INFO] fine");
    }

    @Test
    void onceBuiltAPlainJava21IsEnough() throws Exception {
        java("java-25", "25.0.1", true);
        maven("3.8.7", building());
        launch("", "run");
        java("java-25", "17.0.1", true);
        java("java-21", "21.0.4", false);
        Ended ended = launch("", "run", "hotel-ads");
        assertThat(ended.code()).isZero();
        assertThat(ended.text()).startsWith("java java-21");
    }

    @Test
    void testTakesNoArguments() throws Exception {
        Ended ended = launch("", "test", "quickly");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.text()).hasLineCount(1).contains("leave out 'quickly'");
    }

    @Test
    void testFailsWhenMavenFails() throws Exception {
        java("java-25", "25.0.1", true);
        maven("3.8.7", "case \"$*\" in *verify) exit 1;; esac");
        Ended ended = launch("", "test");
        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.text()).contains("failed: mvn verify").doesNotContain("all tests passed");
    }
}
