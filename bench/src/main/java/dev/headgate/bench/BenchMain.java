package dev.headgate.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.util.List;

/**
 * For runs from an IDE or a class path; users have {@code ./headgate bench}. Options: {@code --rounds N}, {@code --cells a,b},
 * {@code --arms a,b}, {@code --quick}, {@code --jvm "flags"}, {@code --report FILE}.
 */
final class BenchMain {
    private BenchMain() {}

    public static void main(String[] args) throws Exception {
        BenchOptions options = BenchOptions.defaults();
        File report = null;
        for (int i = 0; i < args.length; i++) {
            switch (args[i]) {
                case "--quick" -> options = options.withQuick(true);
                case "--rounds" -> options = options.withRounds(Integer.parseInt(args[++i]));
                case "--cells" -> options = options.withCells(List.of(args[++i].split(",")));
                case "--arms" -> options = options.withArms(List.of(args[++i].split(",")));
                case "--jvm" -> options = options.withJvmFlags(List.of(args[++i].split(" ")));
                case "--report" -> report = new File(args[++i]);
                default -> throw new IllegalArgumentException("Unknown option " + args[i]);
            }
        }
        BenchResult result = IntakeBench.run(options, System.out::println);
        System.out.println();
        result.table().forEach(System.out::println);
        if (report != null) {
            new ObjectMapper().writerWithDefaultPrettyPrinter().writeValue(report, result.report());
        }
        System.exit(result.failures().isEmpty() ? 0 : 1);
    }
}
