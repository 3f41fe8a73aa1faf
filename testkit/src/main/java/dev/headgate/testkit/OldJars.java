package dev.headgate.testkit;

import dev.headgate.testkit.old.OldBrokerMain;
import java.io.File;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Where the jars of old brokers are: modules beside the one with their main classes, {@code testkit/broker-0.8}, have copied them. */
final class OldJars {

    static final String OLDEST = "0.8.2.2";

    /** A resource of theirs: what goes wrong, and nothing else, is printed. */
    static final String QUIET = "-Dlog4j.configuration=dev/headgate/testkit/old/log4j.properties";

    private static final Map<String, String> MODULES =
            Map.of(OLDEST, "broker-0.8", "0.10.2.2", "broker-0.10", "2.0.1", "broker-2.0", "3.9.1", "broker-3.9");

    private OldJars() {}

    /** The folder for a version, as built with this project. */
    static Path of(String version) {
        String module = MODULES.get(version);
        if (module == null) {
            throw new IllegalArgumentException("No jars of Kafka " + version + " here: ask for one of "
                    + MODULES.keySet() + ", or give the jars()");
        }
        // Wherever in this project's folders the classes were loaded from: the modules are below testkit.
        Path jars = Path.of("testkit", module, "target", "jars");
        for (Path above = mainClasses().toAbsolutePath(); above != null; above = above.getParent()) {
            if (Files.isDirectory(above.resolve(jars))) {
                return above.resolve(jars);
            }
        }
        return checked(jars);
    }

    static Path checked(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw new IllegalArgumentException(
                    "No folder " + folder
                            + " with an old broker's jars: build the module that fills it (testkit/broker-0.8, -0.10, -2.0 or -3.9)");
        }
        return folder;
    }

    /** A class path for the main classes of old brokers. */
    static String classpath(Path jars) {
        return String.join(
                File.pathSeparator,
                JavaProcess.testkitClasses(),
                mainClasses().toString(),
                jars + File.separator + "*");
    }

    private static Path mainClasses() {
        try {
            return Path.of(OldBrokerMain.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException("Cannot tell where the main classes of old brokers are", e);
        }
    }
}
