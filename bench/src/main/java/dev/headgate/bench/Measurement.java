package dev.headgate.bench;

import java.util.List;

/**
 * Rates and costs from the samples of one run; pure arithmetic. Time and count of a sample are read together, so how
 * far samples lie apart does not bend a rate.
 *
 * @param records         distinct records handled from the first sample with one to the end
 * @param seconds         time between these samples
 * @param perSecondAll    records/s over all of it
 * @param perSecond       records/s over the steady part: the second half of the records or, if the arm was cut off, what
 *                        came after the warm-up
 * @param cpuSecondsAll   CPU-seconds of the arm per million records, over all of it
 * @param cpuSeconds      the same over the steady part
 * @param brokerCpuShare  share of the machine that the broker used, 0..1
 * @param strangerCpuShare share of the machine that neither the arm nor the broker used, 0..1
 * @param cutOff          whether the arm ran out of time before its target
 */
record Measurement(
        long records,
        double seconds,
        double perSecondAll,
        double perSecond,
        double cpuSecondsAll,
        double cpuSeconds,
        double brokerCpuShare,
        double strangerCpuShare,
        boolean cutOff) {

    /**
     * Computes the figures.
     *
     * @param samples     in order of time, at least two of them with records handled, at different counts
     * @param target      records after which the run counts as finished
     * @param warmUpNanos what does not count of a run that was cut off
     * @param cores       of the machine
     * @throws IllegalArgumentException if the samples show no progress to measure
     */
    static Measurement of(List<Sample> samples, long target, long warmUpNanos, int cores) {
        Sample first = first(samples, sample -> sample.handled() > 0);
        Sample end = samples.getLast();
        boolean cutOff = end.handled() < target;
        if (!cutOff) {
            end = first(samples, sample -> sample.handled() >= target);
        }
        Sample middle = cutOff
                ? first(samples, sample -> sample.nanos() >= first.nanos() + warmUpNanos)
                : first(samples, sample -> sample.handled() >= target / 2);
        if (middle.handled() >= end.handled()) {
            middle = first;
        }
        if (first.handled() >= end.handled()) {
            throw new IllegalArgumentException("The arm handled " + end.handled() + " records within one sample or in"
                    + " the whole run: too few to measure a rate.");
        }
        double seconds = seconds(first, end);
        double machine = seconds * cores;
        double own = end.cpu() - first.cpu();
        double broker = end.brokerCpu() - first.brokerCpu();
        double strangers = Math.max(0, end.machineCpu() - first.machineCpu() - own - broker);
        return new Measurement(
                end.handled() - first.handled(),
                seconds,
                rate(first, end),
                rate(middle, end),
                cpuPerMillion(first, end),
                cpuPerMillion(middle, end),
                broker / machine,
                strangers / machine,
                cutOff);
    }

    private static Sample first(List<Sample> samples, java.util.function.Predicate<Sample> test) {
        return samples.stream().filter(test).findFirst().orElse(samples.getLast());
    }

    private static double seconds(Sample from, Sample to) {
        return (to.nanos() - from.nanos()) / 1e9;
    }

    private static double rate(Sample from, Sample to) {
        return (to.handled() - from.handled()) / seconds(from, to);
    }

    private static double cpuPerMillion(Sample from, Sample to) {
        return (to.cpu() - from.cpu()) * 1e6 / (to.handled() - from.handled());
    }
}
