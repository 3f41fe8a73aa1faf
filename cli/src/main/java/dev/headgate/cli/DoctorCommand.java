package dev.headgate.cli;

import dev.headgate.Clock;
import dev.headgate.doctor.Question;
import dev.headgate.doctor.probe.BrokerProbe;
import dev.headgate.doctor.probe.BrokerReading;
import dev.headgate.doctor.probe.BrokerVerdict;
import dev.headgate.doctor.probe.MetricsException;
import dev.headgate.doctor.probe.OutsideView;
import dev.headgate.doctor.probe.PageProbe;
import dev.headgate.systems.hotelads.Durations;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code doctor}. */
@Command(
        name = "doctor",
        description =
                "Looks at what a running service shows of itself, and says what limits it. Nothing is installed there.",
        sortOptions = false,
        mixinStandardHelpOptions = true)
final class DoctorCommand implements Callable<Integer> {
    private static final String JMX = "jmx:";
    /** A shorter look is possible, and tells less. */
    private static final Duration SHORTEST = Duration.ofSeconds(2);

    private final Terminal terminal;

    @Parameters(
            arity = "1..*",
            paramLabel = "TARGET",
            description = {
                "Address of a page of meters, such as http://host:8080/actuator/prometheus; several are looked at in the same time.",
                "jmx:HOST:PORT: a Kafka broker.",
                "Two files: pages of one service that were saved, the older one first."
            })
    private List<String> targets = List.of();

    @Option(
            names = "--for",
            paramLabel = "TIME",
            defaultValue = "60s",
            description = "How long to look (default: ${DEFAULT-VALUE}); longer ones tell more.")
    private String time = "60s";

    @Option(
            names = "--apart",
            paramLabel = "TIME",
            description = "How long after the first saved page the second was saved, where the pages do not tell.")
    private @Nullable String apart;

    @Option(
            names = "--header",
            paramLabel = "NAME: VALUE",
            description = "Sent with each request, such as 'Authorization: Bearer TOKEN'; may be given again.")
    private List<String> headers = List.of();

    @Option(names = "--watch", description = "Looks again and again, until it is interrupted.")
    private boolean watch;

    @Option(
            names = "--target",
            paramLabel = "RATE",
            description = "What to reach, such as 500/s: asks for the smallest set of changes that does.")
    private @Nullable String rate;

    @Option(
            names = "--explain",
            paramLabel = "STATION",
            description = "Shows how each number of a station was derived from which meter; 'all' for all of them.")
    private @Nullable String explain;

    @Mixin
    private ReportFile report = new ReportFile();

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it.
    private CommandSpec spec;

    DoctorCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() throws Exception {
        Question question =
                Usage.checked(spec, () -> rate == null ? Question.defaults() : Question.target(perSecond(rate)));
        Map<String, String> sent = sent();
        Duration window = duration("--for", time);
        if (window.compareTo(SHORTEST) < 0) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--for " + time + " is too short: rates need " + SHORTEST.toSeconds() + " s at least");
        }
        report.check();
        try {
            boolean saved = targets.stream().allMatch(target -> Files.exists(Path.of(target)));
            if (saved) {
                conclude(Map.of(String.join(" and ", targets), DoctorText.examine(saved(), question)), List.of());
                return 0;
            }
            do {
                look(window, sent, question);
            } while (watch);
            return 0;
        } catch (MetricsException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private OutsideView saved() {
        if (targets.size() != 2) {
            throw new ParameterException(
                    spec.commandLine(),
                    "saved pages come in pairs, the older one first: " + targets.size() + " were given");
        }
        Path first = Path.of(targets.get(0));
        Path second = Path.of(targets.get(1));
        double seconds = apart == null
                ? PageProbe.secondsBetween(first, second)
                : duration("--apart", apart).toNanos() / 1e9;
        if (Double.isNaN(seconds)) {
            throw new ParameterException(
                    spec.commandLine(), "the pages do not tell how long one is after the other: say it by --apart 60s");
        }
        return PageProbe.saved(first, second, seconds);
    }

    private void look(Duration window, Map<String, String> sent, Question question) throws Exception {
        Map<String, PageProbe> pages = new LinkedHashMap<>();
        Map<String, BrokerProbe> brokers = new LinkedHashMap<>();
        Map<String, BrokerReading> before = new LinkedHashMap<>();
        try {
            for (String target : targets) {
                if (target.startsWith(JMX)) {
                    BrokerProbe broker = broker(target);
                    brokers.put(target, broker);
                    before.put(target, broker.read());
                } else {
                    pages.put(target, PageProbe.at(address(target), sent, Clock.system()));
                }
            }
            new Sampling(terminal).run(window, List.copyOf(pages.values()));
            Map<String, DoctorText.Examined> examined = new LinkedHashMap<>();
            pages.forEach((target, page) -> examined.put(target, DoctorText.examine(page.view(), question)));
            List<BrokerVerdict> verdicts = new ArrayList<>();
            for (Map.Entry<String, BrokerProbe> broker : brokers.entrySet()) {
                BrokerReading first = before.get(broker.getKey());
                if (first != null) {
                    verdicts.add(BrokerVerdict.of(first, broker.getValue().read()));
                }
            }
            conclude(examined, verdicts);
        } catch (IOException e) {
            throw new MetricsException("The broker's connection was cut: " + e.getMessage(), e);
        } finally {
            pages.values().forEach(PageProbe::close);
            for (BrokerProbe broker : brokers.values()) {
                broker.close();
            }
        }
    }

    private static BrokerProbe broker(String target) {
        String address = target.substring(JMX.length());
        try {
            return BrokerProbe.connect(address, Clock.system());
        } catch (IOException | IllegalArgumentException e) {
            throw new MetricsException(
                    "No JMX connection to " + address
                            + ": is the broker started with JMX_PORT, and is that port reachable from here?",
                    e);
        }
    }

    private static URI address(String target) {
        try {
            return URI.create(target);
        } catch (IllegalArgumentException e) {
            throw new MetricsException("'" + target + "' is no address of a page, and no file", e);
        }
    }

    private void conclude(Map<String, DoctorText.Examined> examined, List<BrokerVerdict> brokers) throws IOException {
        List<Object> results = new ArrayList<>();
        examined.forEach((target, one) -> {
            if (examined.size() + brokers.size() > 1) {
                terminal.line(target);
            }
            DoctorText.lines(one).forEach(terminal::line);
            if (explain != null) {
                explained(one.view()).forEach(terminal::line);
            }
            Map<String, Object> result = new LinkedHashMap<>();
            result.put("target", target);
            result.put("named", one.verdict().named());
            result.put("confidence", one.verdict().confidence());
            result.put("throughputPerSecond", one.verdict().throughput());
            result.put("stations", one.verdict().stations());
            result.put("changes", one.verdict().changes());
            result.put("notes", one.view().notes());
            result.put("derivations", one.view().derivations());
            results.add(result);
        });
        for (BrokerVerdict broker : brokers) {
            terminal.line("broker");
            broker.lines().forEach(terminal::line);
            results.add(broker);
        }
        report.write(results, terminal);
    }

    private List<String> explained(OutsideView view) {
        List<String> lines = DoctorText.explain(view, String.valueOf(explain));
        if (lines.isEmpty()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--explain: there is no station '" + explain + "': choose from "
                            + String.join(", ", DoctorText.names(view)));
        }
        return lines;
    }

    private Duration duration(String option, String text) {
        try {
            return Durations.parse(text);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), option + ": " + e.getMessage(), e);
        }
    }

    private static double perSecond(String text) {
        try {
            return Double.parseDouble(text.endsWith("/s") ? text.substring(0, text.length() - 2) : text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("--target: '" + text + "' is no rate, such as 500/s", e);
        }
    }

    private Map<String, String> sent() {
        Map<String, String> sent = new LinkedHashMap<>();
        for (String header : headers) {
            int colon = header.indexOf(':');
            if (colon < 1) {
                throw new ParameterException(
                        spec.commandLine(),
                        "--header: '" + header + "' is not NAME: VALUE, such as 'Authorization: Bearer TOKEN'");
            }
            sent.put(
                    header.substring(0, colon).strip(),
                    header.substring(colon + 1).strip());
        }
        return sent;
    }
}
