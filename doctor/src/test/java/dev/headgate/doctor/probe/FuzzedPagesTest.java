package dev.headgate.doctor.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.fail;

import dev.headgate.doctor.Confidence;
import dev.headgate.doctor.Doctor;
import dev.headgate.doctor.Question;
import dev.headgate.doctor.Verdict;
import dev.headgate.doctor.VerdictText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Real pages with anything in them changed: nothing may crash, nothing may hang. {@code -Dheadgate.fuzz.pages=10000} for more of
 * them than a build has time for, {@code -Dheadgate.fuzz.seed} for others.
 */
class FuzzedPagesTest {
    private static final int PAGES = Integer.getInteger("headgate.fuzz.pages", 200);
    private static final long SEED = Long.getLong("headgate.fuzz.seed", System.nanoTime());
    private static final List<String> PAIRS = List.of(
            "quarkus/sick1-pinned",
            "quarkus/sick2-scoped",
            "quarkus/cured",
            "quarkus/healthy-10users",
            "spring/tomcat-full",
            "spring/hikari-pinned",
            "spring/hikari-small",
            "spring/reactor-netty-500",
            "spring/spring-kafka-1",
            "spring/healthy",
            "spring/healthy-flux");
    private static final List<String> VALUES = List.of(
            "0",
            "-1",
            "NaN",
            "+Inf",
            "-Inf",
            "1e308",
            "-1e308",
            "1e-308",
            "9223372036854775807",
            "abc",
            "",
            "0.5",
            "2147483648");
    private static final Question QUICK = Question.defaults().records(1_000);

    /** What the doctor says of both texts; null if nothing can be said. */
    private static @Nullable Verdict verdict(String first, String second) {
        try {
            OutsideView view = Outside.of(
                    List.of(
                            new Scrape(MetricsText.parse(first, "first"), 0),
                            new Scrape(MetricsText.parse(second, "second"), TimeUnit.SECONDS.toNanos(60))),
                    "fuzzed");
            Verdict verdict = Doctor.examine(view.observation(), QUICK);
            assertThat(VerdictText.of(verdict)).isNotEmpty();
            return verdict;
        } catch (MetricsException e) {
            assertThat(e.getMessage()).isNotBlank();
            return null;
        }
    }

    @Test
    @Timeout(value = 20, unit = TimeUnit.MINUTES)
    void mutatedPagesCrashNothing() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < PAGES; i++) {
            String pair = PAIRS.get(random.nextInt(PAIRS.size()));
            String first = random.nextInt(3) == 0
                    ? mutated(Pages.text(pair + "-1.prom"), random)
                    : Pages.text(pair + "-1.prom");
            String second = mutated(Pages.text(pair + "-2.prom"), random);
            long began = System.nanoTime();
            try {
                verdict(first, second);
            } catch (RuntimeException | AssertionError e) {
                fail("Page " + i + " of " + pair + ", seed " + SEED + ": " + e, e);
            }
            assertThat(Duration.ofNanos(System.nanoTime() - began))
                    .as("page %d of %s, seed %d", i, pair, SEED)
                    .isLessThan(Duration.ofSeconds(60));
        }
    }

    /** Every value drawn anew: whatever such pages say, it is not to be believed. */
    @Test
    void garbageIsNotBelieved() {
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < PAGES / 4; i++) {
            String pair = PAIRS.get(random.nextInt(PAIRS.size()));
            Verdict verdict = verdict(
                    garbage(Pages.text(pair + "-1.prom"), random), garbage(Pages.text(pair + "-2.prom"), random));
            assertThat(verdict == null
                            || verdict.confidence().grade() == Confidence.Grade.CANNOT_TELL
                            || verdict.named().isEmpty())
                    .as("garbage %d of %s, seed %d: %s", i, pair, SEED, verdict == null ? "" : VerdictText.of(verdict))
                    .isTrue();
        }
    }

    private static String mutated(String text, SplittableRandom random) {
        List<String> lines = new ArrayList<>(text.lines().toList());
        int changes = 1 << random.nextInt(8);
        for (int i = 0; i < changes; i++) {
            int at = random.nextInt(lines.size());
            String line = lines.get(at);
            switch (random.nextInt(7)) {
                case 0 -> lines.set(at, line.replaceFirst("\\S+$", VALUES.get(random.nextInt(VALUES.size()))));
                case 1 -> lines.set(at, line.substring(0, random.nextInt(line.length() + 1)));
                case 2 -> lines.add(at, lines.get(random.nextInt(lines.size())));
                case 3 -> lines.set(at, "");
                case 4 -> lines.set(at, flipped(line, random));
                case 5 -> lines.set(at, line.replaceFirst("\\S+$", String.valueOf(1e6 * random.nextDouble())));
                default -> lines.set(at, line.replace(line.contains("pool") ? "pool" : "name", "\""));
            }
        }
        String whole = String.join("\n", lines);
        return random.nextInt(10) == 0 ? whole.substring(0, random.nextInt(whole.length() + 1)) : whole;
    }

    private static String flipped(String line, SplittableRandom random) {
        if (line.isEmpty()) {
            return "\u0000";
        }
        char[] chars = line.toCharArray();
        chars[random.nextInt(chars.length)] = (char) random.nextInt(0x250);
        return new String(chars);
    }

    private static String garbage(String text, SplittableRandom random) {
        StringBuilder out = new StringBuilder();
        text.lines()
                .forEach(line -> out.append(
                                line.startsWith("#")
                                        ? line
                                        : line.replaceFirst(
                                                "\\S+$", String.valueOf(Math.exp(10 * random.nextDouble()))))
                        .append('\n'));
        return out.toString();
    }
}
