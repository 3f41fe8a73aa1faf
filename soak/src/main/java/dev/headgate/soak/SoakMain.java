package dev.headgate.soak;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.headgate.testkit.Seeds;
import java.io.File;
import java.io.IOException;

/**
 * For runs from an IDE or a class path; users have {@code ./headgate soak}. Arguments: {@code NAME [--full] [--seed N]
 * [--report FILE] [option=number ...]}.
 */
final class SoakMain {
    private SoakMain() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        if (args.length == 0) {
            Soaks.all().forEach(soak -> System.out.println(soak.name() + ": " + soak.description()));
            System.exit(2);
        }
        Soak soak = Soaks.named(args[0]);
        boolean full = false;
        Long seed = null;
        File report = null;
        for (int i = 1; i < args.length; i++) {
            switch (args[i]) {
                case "--full" -> full = true;
                case "--seed" -> seed = Long.valueOf(args[++i]);
                case "--report" -> report = new File(args[++i]);
                default -> {
                    // A number for an option: below.
                }
            }
        }
        long chosen = seed == null ? Seeds.next(soak.name()) : seed;
        SoakOptions options = full ? SoakOptions.full(soak, chosen) : SoakOptions.quick(soak, chosen);
        for (String arg : args) {
            int equals = arg.indexOf('=');
            if (equals > 0) {
                options = options.with(arg.substring(0, equals), Long.parseLong(arg.substring(equals + 1)));
            }
        }
        SoakResult result = soak.run(options, System.out::println);
        System.out.println();
        result.lines().forEach(System.out::println);
        if (report != null) {
            new ObjectMapper().writerWithDefaultPrettyPrinter().writeValue(report, result);
        }
        System.exit(result.passed() ? 0 : 1);
    }
}
