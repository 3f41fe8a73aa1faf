package dev.headgate.bench;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Starts JVMs of the same JDK with the class path of this one.
 *
 * <p>The peers get an older Kafka client in place of the current one: with a 4.x client reactor-kafka fails to link
 * (a constructor of {@code ConsumerRecord} is gone) and parallel-consumer is assigned partitions but handles nothing.
 */
final class ChildJvm {
    private static final String PEERS_CLIENT = "peers-kafka-clients.jar";

    /** slf4j-api brings a provider that logs nothing; naming it keeps whatever else is on the class path silent. */
    private static final List<String> ALWAYS = List.of(
            "-Dslf4j.provider=org.slf4j.helpers.NOP_FallbackServiceProvider",
            "-Dslf4j.internal.verbosity=ERROR",
            "--enable-native-access=ALL-UNNAMED");

    private final List<String> classPath;

    private ChildJvm(List<String> classPath) {
        this.classPath = classPath;
    }

    /** With the class path of this JVM. */
    static ChildJvm same() {
        return new ChildJvm(own().toList());
    }

    /**
     * With the peers' Kafka client in place of every other.
     *
     * @param scratch where the client's jar may be unpacked
     */
    static ChildJvm forPeers(Path scratch) throws IOException {
        Path jar = scratch.resolve(PEERS_CLIENT);
        try (InputStream from = ChildJvm.class.getResourceAsStream(PEERS_CLIENT)) {
            if (from == null) {
                throw new IOException("The peers' Kafka client is missing beside the bench's classes: build the module"
                        + " bench with Maven, which copies it there.");
            }
            Files.copy(from, jar);
        }
        Stream<String> others = own().filter(entry -> !new File(entry).getName().startsWith("kafka-clients-"));
        return new ChildJvm(Stream.concat(Stream.of(jar.toString()), others).toList());
    }

    private static Stream<String> own() {
        return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1));
    }

    ProcessBuilder builder(List<String> flags, Class<?> main, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ALWAYS);
        command.addAll(flags);
        command.add("-cp");
        command.add(classPath.stream().collect(Collectors.joining(File.pathSeparator)));
        command.add(main.getName());
        command.addAll(arguments);
        return new ProcessBuilder(command);
    }
}
