package dev.headgate.load;

import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * What came of a step. Times are those of all requests, failed ones included: who waited for a time-out waited.
 *
 * @param step as asked for
 * @param sent requests sent
 * @param served answered with 200 to 299
 * @param perSecond served, per second of the step's length
 * @param p50Ms median time, in ms; 0 when nothing was sent
 * @param p99Ms 99th percentile, in ms
 * @param maxMs longest, in ms
 */
public record StepResult(
        Step step, long sent, long served, double perSecond, double p50Ms, double p99Ms, double maxMs) {

    /** Share of the requests that were not served, 0 to 1. */
    public double errorShare() {
        return sent == 0 ? 0 : (double) (sent - served) / sent;
    }

    static StepResult of(Step step, List<Answer> answers) {
        Histogram times = new Histogram(3);
        answers.forEach(answer -> times.recordValue(Math.max(0, answer.millis())));
        long served = answers.stream().filter(Answer::served).count();
        return new StepResult(
                step,
                answers.size(),
                served,
                served * 1000.0 / step.length().toMillis(),
                times.getValueAtPercentile(50),
                times.getValueAtPercentile(99),
                times.getMaxValue());
    }
}
