package dev.headgate.bench;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The class paths of the arms' JVMs. The peers get an older Kafka client in place of the current one: with a 4.x client
 * reactor-kafka fails to link (a constructor of {@code ConsumerRecord} is gone) and parallel-consumer is assigned
 * partitions but handles nothing.
 */
final class ClassPaths {
    private static final String PEERS_CLIENT = "peers-kafka-clients.jar";

    private final String ours = System.getProperty("java.class.path");
    private final String peers;

    /**
     * Unpacks the peers' client.
     *
     * @param scratch where to
     * @throws IOException if it cannot, or the module was built without it
     */
    ClassPaths(Path scratch) throws IOException {
        Path jar = scratch.resolve(PEERS_CLIENT);
        try (InputStream from = ClassPaths.class.getResourceAsStream(PEERS_CLIENT)) {
            if (from == null) {
                throw new IOException("The peers' Kafka client is missing beside the bench's classes: build the module"
                        + " bench with Maven, which copies it there.");
            }
            Files.copy(from, jar);
        }
        Stream<String> others = Arrays.stream(ours.split(File.pathSeparator, -1))
                .filter(entry -> !new File(entry).getName().startsWith("kafka-clients-"));
        peers = Stream.concat(Stream.of(jar.toString()), others).collect(Collectors.joining(File.pathSeparator));
    }

    String of(Arm arm) {
        return arm.isPeer() ? peers : ours;
    }
}
