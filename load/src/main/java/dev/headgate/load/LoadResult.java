package dev.headgate.load;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * What came of a load.
 *
 * @param steps in their order
 * @param answers every request, in the order in which they ended
 */
public record LoadResult(List<StepResult> steps, List<Answer> answers) {

    /** Copies the lists. */
    public LoadResult {
        steps = List.copyOf(steps);
        answers = List.copyOf(answers);
    }

    static LoadResult of(List<Step> steps, List<Answer> answers) {
        List<StepResult> results = new ArrayList<>();
        for (int i = 0; i < steps.size(); i++) {
            int index = i;
            results.add(StepResult.of(
                    steps.get(i),
                    answers.stream().filter(answer -> answer.step() == index).toList()));
        }
        return new LoadResult(results, answers);
    }

    /** The ids of all requests that were served. */
    public List<UUID> servedIds() {
        return answers.stream().filter(Answer::served).map(Answer::id).toList();
    }
}
