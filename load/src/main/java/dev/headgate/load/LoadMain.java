package dev.headgate.load;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** The child's main: Gatling with {@link PostSimulation}, without its report. */
final class LoadMain {
    /** Printed when the first request is about to be sent. */
    static final String STARTED = "load started";

    /** What Gatling's simulation, which it makes itself, is to do. */
    record Plan(URI url, String body, Duration timeout, List<Step> steps) {}

    private static volatile Plan plan = new Plan(URI.create("http://127.0.0.1"), "", Duration.ZERO, List.of());

    private LoadMain() {}

    static Plan plan() {
        return plan;
    }

    public static void main(String[] args) throws Exception {
        Path file = Path.of(args[3]);
        plan = new Plan(
                URI.create(args[0]),
                args[1],
                Duration.ofMillis(Long.parseLong(args[2])),
                Arrays.stream(args).skip(4).map(Step::parse).toList());
        Ledger.open(file);
        int exit;
        try {
            exit = io.gatling.app.Gatling$.MODULE$.fromArgs(new String[] {
                "--simulation",
                PostSimulation.class.getName(),
                "--no-reports",
                "--results-folder",
                file.resolveSibling("gatling").toString()
            });
        } finally {
            Ledger.close();
        }
        System.exit(exit);
    }
}
