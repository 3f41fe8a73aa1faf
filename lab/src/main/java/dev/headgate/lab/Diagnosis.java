package dev.headgate.lab;

import dev.headgate.doctor.Change;
import dev.headgate.doctor.Doctor;
import dev.headgate.doctor.Observation;
import dev.headgate.doctor.Prediction;
import dev.headgate.doctor.Question;
import dev.headgate.doctor.Verdict;
import dev.headgate.doctor.VerdictText;
import java.util.List;
import java.util.Map;
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

    /** What the doctor says is to be done now; null when nothing is, or nothing that capacities can do. */
    @Nullable
    Arm recommended() {
        Map<String, Integer> advised = verdict.stuck() == null ? verdict.advised() : Map.of();
        return advised.isEmpty() ? null : Arm.recommended(advised);
    }

    /** The smallest set that the doctor thought through, where it is more than what is recommended now; else null. */
    @Nullable
    Arm planned() {
        Change set = verdict.stuck() == null ? verdict.smallestSet() : null;
        return set == null || set.gain() <= WORTH || set.to().equals(verdict.advised())
                ? null
                : Arm.planned(set.to(), set.prediction().outOfSlot());
    }
}
