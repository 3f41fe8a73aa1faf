package dev.headgate.doctor;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How far a verdict can be relied on, and why no further. */
final class Grading {

    /** A station with fewer completions says too little. */
    private static final long ENOUGH = 200;
    /** The model is good when it misses what was measured by no more. */
    private static final double REPRODUCES = 0.1;

    private static final double OTHERS_BUSY = 0.5;

    private Grading() {}

    static Confidence stuck(Facts facts, Stuck stuck) {
        List<String> failed = checks(facts);
        return switch (stuck) {
            case Stuck.Deadlock deadlock ->
                new Confidence(
                        Confidence.Grade.LIKELY,
                        failed,
                        List.of(),
                        "a thread dump shows the threads that hold and wait");
            case Stuck.Leak leak ->
                new Confidence(
                        Confidence.Grade.LIKELY,
                        failed,
                        List.of("work of this gate that now and then takes " + Words.time(leak.ageSeconds())),
                        "a thread dump, or where its passes are taken and not closed");
            case Stuck.Stall stall ->
                new Confidence(
                        Confidence.Grade.CONSISTENT_WITH,
                        failed,
                        List.of("work that is only slow: nothing came back in the window to compare with"),
                        "watch for longer, and look at a thread dump");
        };
    }

    /** {@code whatIf} is null when nothing binds. */
    static Confidence of(
            Facts facts, Binding binding, @Nullable WhatIf whatIf, List<String> unknown, @Nullable Probe probe) {
        List<String> failed = checks(facts);
        List<String> rivals = new ArrayList<>();
        if (tooFew(facts, binding)) {
            return new Confidence(
                    Confidence.Grade.CANNOT_TELL, failed, rivals, "watch until " + ENOUGH + " records have ended");
        }
        boolean blind = facts.stations().stream().noneMatch(Station::trusted);
        if (blind) {
            return new Confidence(
                    Confidence.Grade.CANNOT_TELL, failed, rivals, "repair the counters of the gates named above");
        }
        rivals(facts, binding, rivals);
        boolean doubtful = false;
        if (whatIf != null && Math.abs(whatIf.selfCheck()) > REPRODUCES) {
            failed.add("simulated as things are, throughput comes out " + Words.percent(whatIf.selfCheck())
                    + " off what was measured");
            doubtful = true;
        }
        for (String gate : unknown) {
            rivals.add("what " + gate + " calls may slow down when more are in it");
        }
        Trial last = lastScored(facts.whole().trials());
        boolean confirmed = last != null && last.cameTrue();
        if (last != null && last.measured() != null && !last.cameTrue()) {
            failed.add("the last change applied was predicted to bring "
                    + Words.rate(last.prediction().expected()) + " and brought " + Words.rate(last.measured()));
            doubtful = true;
        }
        Confidence.Grade grade = doubtful
                ? Confidence.Grade.CONSISTENT_WITH
                : confirmed
                        ? Confidence.Grade.CONFIRMED
                        : unknown.isEmpty() ? Confidence.Grade.LIKELY : Confidence.Grade.CONSISTENT_WITH;
        return new Confidence(grade, failed, rivals, probe == null ? "" : "the probe");
    }

    private static @Nullable Trial lastScored(List<Trial> trials) {
        Trial last = null;
        for (Trial trial : trials) {
            last = trial.error() == null ? last : trial;
        }
        return last;
    }

    private static List<String> checks(Facts facts) {
        List<String> failed = new ArrayList<>();
        for (Station station : facts.stations()) {
            if (station.trust() instanceof Trust.Untrusted untrusted) {
                failed.add(station.name() + ": " + untrusted.reason());
            } else {
                Series series = facts.plateau().settled().gate(station.name());
                if (series != null && unlawful(station) && StationCheck.young(series)) {
                    failed.add("Little's law cannot be checked for " + station.name()
                            + ": what is in it, or waits for it, turns over more slowly than the "
                            + Words.time(series.seconds()) + " of the window");
                }
            }
        }
        return failed;
    }

    private static boolean unlawful(Station station) {
        return Math.abs(station.laws().holdResidual()) > REPRODUCES
                || Math.abs(station.laws().waitResidual()) > REPRODUCES;
    }

    private static boolean tooFew(Facts facts, Binding binding) {
        if (facts.completions() < ENOUGH && binding.binding().isEmpty()) {
            return true;
        }
        return facts.stations().stream()
                .anyMatch(station -> binding.binding().contains(station.name()) && station.completions() < ENOUGH);
    }

    private static void rivals(Facts facts, Binding binding, List<String> rivals) {
        if (binding.binding().isEmpty() || binding.binding().contains(Verdict.CPU)) {
            return;
        }
        CpuUse cpu = facts.seen().cpu();
        if (cpu == null) {
            rivals.add("the processor: its use was not read");
        } else if (cpu.machineShare() > 0.9 && cpu.machineShare() - cpu.share() > OTHERS_BUSY) {
            rivals.add("the machine: other processes use " + Math.round(100 * (cpu.machineShare() - cpu.share()))
                    + " % of it");
        }
    }
}
