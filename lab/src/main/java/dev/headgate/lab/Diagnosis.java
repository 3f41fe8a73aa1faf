package dev.headgate.lab;

import dev.headgate.doctor.Change;
import dev.headgate.doctor.Doctor;
import dev.headgate.doctor.Observation;
import dev.headgate.doctor.Prediction;
import dev.headgate.doctor.Probe;
import dev.headgate.doctor.Question;
import dev.headgate.doctor.Verdict;
import dev.headgate.doctor.VerdictText;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What the doctor says of an arm, from that arm's observation and nothing else. */
final class Diagnosis {
    /** Less than this is no gain worth an arm. */
    private static final double WORTH = 0.02;

    private final Observation observation;
    private final Verdict verdict;

    Diagnosis(Seen seen) {
        this.observation = seen.observation();
        this.verdict = Doctor.examine(observation);
    }

    List<String> named() {
        return verdict.named();
    }

    String grade() {
        return verdict.confidence().grade().toString();
    }

    List<String> lines() {
        return VerdictText.of(verdict);
    }

    /** What an arm will bring; null where the doctor does not say, for nothing that capacities can do is the answer, or the arm is other code. */
    @Nullable
    Prediction predict(Trouble trouble, Arm arm) {
        boolean otherCode = trouble.fixes().stream().anyMatch(fix -> fix.behaviour() && arm.has(fix.name()));
        if (verdict.stuck() != null || otherCode) {
            return null;
        }
        if (arm.capacities().isEmpty() && arm.outOfSlot().isEmpty() && arm.isSick()) {
            return null;
        }
        return Doctor.predict(observation, arm.capacities(), arm.outOfSlot(), Question.defaults());
    }

    /** What the doctor says is to be done; null when nothing is, or nothing that capacities can do. */
    @Nullable
    Arm recommended() {
        if (verdict.stuck() != null) {
            return null;
        }
        Probe probe = verdict.probe();
        if (probe != null && !verdict.unknown().isEmpty()) {
            // More than the probe is a plan for when the probe has shown that what is behind the gate keeps its pace.
            return Arm.recommended(probe.to(), Set.of());
        }
        Change best = lowered();
        if (best == null) {
            best = verdict.smallestSet();
        }
        if (best != null && best.gain() > WORTH) {
            return Arm.recommended(best.to(), best.prediction().outOfSlot());
        }
        return probe == null ? null : Arm.recommended(probe.to(), Set.of());
    }

    private @Nullable Change lowered() {
        return verdict.changes().stream()
                .filter(change -> change.kind() == Change.Kind.LOWERED)
                .findFirst()
                .orElse(null);
    }
}
