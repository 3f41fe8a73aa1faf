package dev.headgate.lab;

import dev.headgate.doctor.Prediction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Replays incidents: the sick arm first, then what the doctor says of it, then the arms with faults switched off. Every prediction is made
 * before the arm that it is about runs.
 */
public final class Lab {
    private final LabOptions options;
    private final Consumer<String> out;
    private final ArmRunner runner;

    private Lab(LabOptions options, Consumer<String> out) {
        this.options = options;
        this.out = out;
        this.runner = new ArmRunner(options.quick() ? Pace.QUICK : Pace.FULL, out);
    }

    /** The incidents, a line each, with their faults. */
    public static List<String> list() {
        List<String> lines = new ArrayList<>();
        for (Incident incident : Incidents.all()) {
            lines.add(String.format("%-16s  %s", incident.name(), incident.about()));
            Trouble trouble = incident.draw(Dice.still(1));
            for (Fix fix : trouble.fixes()) {
                lines.add(String.format("%-16s    --fix %s: %s", "", fix.name(), fix.about()));
            }
        }
        for (Experiment experiment : Experiments.all()) {
            lines.add(String.format("%-16s  %s", experiment.name(), experiment.about()));
            for (Way way : experiment.ways()) {
                lines.add(String.format("%-16s    %s: %s", "", way.name(), way.about()));
            }
        }
        return lines;
    }

    /**
     * Runs what the options say. Blocks, for ten seconds an arm about.
     *
     * @param out gets what is going on, a line at a time, from any thread
     * @throws InterruptedException when interrupted; what was started has ended then
     */
    public static LabResult run(LabOptions options, Consumer<String> out) throws InterruptedException {
        Experiment experiment = Experiments.find(options.incident());
        return experiment == null
                ? new Lab(options, out).run()
                : new LabResult(experiment.run(ways(experiment, options), options.quick(), out));
    }

    /** The sick way, and those asked for; all of them where none was. */
    private static List<Way> ways(Experiment experiment, LabOptions options) {
        return experiment.ways().stream()
                .filter(way -> options.fixes().isEmpty()
                        || options.fixes().contains(way.name())
                        || way.equals(experiment.ways().getFirst()))
                .toList();
    }

    private record Patient(Incident incident, Trouble trouble, long seed) {}

    private LabResult run() throws InterruptedException {
        List<Patient> patients = patients();
        try {
            return run(patients);
        } finally {
            patients.forEach(patient -> patient.trouble().close());
        }
    }

    private LabResult run(List<Patient> patients) throws InterruptedException {
        out.accept("seed " + options.seed() + ", " + patients.size()
                + (patients.size() == 1 ? " incident" : " incidents") + "; first the sick arms");
        runner.warmUp();
        awaitCalm();
        Map<Patient, Seen> sick = runner.all(patients, Patient::trouble, patient -> Arm.sick());
        Map<Patient, Diagnosis> said = new LinkedHashMap<>();
        sick.forEach((patient, seen) -> said.put(patient, new Diagnosis(seen)));
        List<Planned> planned = new ArrayList<>();
        said.forEach((patient, diagnosis) -> arms(patient, diagnosis)
                .forEach(arm -> planned.add(new Planned(patient, arm, diagnosis.predict(patient.trouble(), arm)))));
        out.accept("what is expected of " + planned.size() + " arms is written down; now they run");
        awaitCalm();
        Map<Planned, Seen> measured = runner.all(planned, plan -> plan.patient().trouble(), Planned::arm);
        List<Outcome> outcomes = new ArrayList<>();
        said.forEach((patient, diagnosis) ->
                outcomes.add(outcome(patient, diagnosis, Objects.requireNonNull(sick.get(patient)), measured)));
        return new LabResult(options, outcomes);
    }

    private void awaitCalm() throws InterruptedException {
        if (!options.quick()) {
            Machine.awaitCalm(out);
        }
    }

    private record Planned(
            Patient patient, Arm arm, @Nullable Prediction prediction) {}

    private List<Patient> patients() {
        List<Incident> incidents = options.incidents();
        List<Patient> patients = new ArrayList<>();
        if (options.count() == 0) {
            incidents.forEach(incident ->
                    patients.add(new Patient(incident, incident.draw(Dice.still(options.seed())), options.seed())));
            return patients;
        }
        SplittableRandom seeds = new SplittableRandom(options.seed());
        for (int i = 0; i < options.count(); i++) {
            Incident incident = incidents.get(i % incidents.size());
            long seed = seeds.nextLong(Integer.MAX_VALUE);
            patients.add(new Patient(incident, incident.draw(Dice.thrown(seed)), seed));
        }
        return patients;
    }

    /** The arms to run beside the sick one. */
    private List<Arm> arms(Patient patient, Diagnosis diagnosis) {
        Trouble trouble = patient.trouble();
        List<Arm> arms = new ArrayList<>();
        if (!options.fixes().isEmpty()) {
            arms.add(trouble.arm(options.fixes()));
            return arms;
        }
        List<Set<String>> combinations =
                options.everyCombination() ? Combinations.of(trouble.fixes()) : trouble.worthRunning();
        if (options.count() > 0 && !combinations.isEmpty()) {
            // Of many, one: what counts is that none was chosen for its outcome.
            combinations = List.of(combinations.get(new SplittableRandom(patient.seed()).nextInt(combinations.size())));
        }
        combinations.forEach(fixes -> arms.add(trouble.arm(fixes)));
        Arm recommended = diagnosis.recommended();
        if (recommended != null) {
            arms.add(recommended);
        }
        Arm planned = options.count() > 0 ? null : diagnosis.planned();
        if (planned != null) {
            arms.add(planned);
        }
        return arms;
    }

    private static Outcome outcome(Patient patient, Diagnosis diagnosis, Seen sick, Map<Planned, Seen> measured) {
        Trouble trouble = patient.trouble();
        List<ArmResult> arms = new ArrayList<>();
        arms.add(new ArmResult(Arm.sick(), sick, null, diagnosis.named(), diagnosis.lines(), trouble.truth()));
        measured.forEach((plan, seen) -> {
            if (plan.patient().equals(patient)) {
                Diagnosis own = new Diagnosis(seen);
                arms.add(new ArmResult(plan.arm(), seen, plan.prediction(), own.named(), own.lines(), null));
            }
        });
        return new Outcome(trouble, patient.incident().about(), patient.seed(), diagnosis.grade(), arms);
    }
}
