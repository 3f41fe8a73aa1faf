package dev.headgate.lab;

import dev.headgate.doctor.probe.BrokerRates;
import dev.headgate.doctor.probe.BrokerVerdict;
import dev.headgate.doctor.probe.Conversion;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** What was seen of an arm, slice by slice. Not thread-safe. */
final class ConversionFigures {

    /**
     * A stretch of writing.
     *
     * @param records that were acknowledged
     * @param seconds from the first record to the last acknowledgement
     * @param cpuSeconds of the broker meanwhile, by the system's books
     * @param verdict of the doctor, on looks just before and after
     */
    record Slice(int records, double seconds, double cpuSeconds, BrokerVerdict verdict) {}

    private final List<Slice> slices = new ArrayList<>();

    void add(Slice slice) {
        slices.add(slice);
    }

    int looks() {
        return slices.size();
    }

    BrokerVerdict lastVerdict() {
        return slices.getLast().verdict();
    }

    /** Records that were acknowledged, per second of writing. */
    double throughput() {
        return sum(Slice::records) / sum(Slice::seconds);
    }

    /** Of the broker, per million records. */
    double cpuSecondsPerMillion() {
        return sum(Slice::cpuSeconds) / sum(Slice::records) * 1e6;
    }

    double brokerCores() {
        return sum(Slice::cpuSeconds) / sum(Slice::seconds);
    }

    /** Messages that the broker has written anew. */
    long conversions() {
        return Math.round(ofRates(rates -> rates.conversionsPerSecond() * rates.seconds()));
    }

    double conversionsPerSecond() {
        return ofRates(rates -> rates.conversionsPerSecond() * rates.seconds()) / ofRates(BrokerRates::seconds);
    }

    /** Requests that waited for a handler, on average over the time. */
    double waiting() {
        return ofRates(rates -> rates.handlers().waiting() * rates.seconds()) / ofRates(BrokerRates::seconds);
    }

    /** Part of the time for which a request handler was busy, at most. */
    double handlersBusy() {
        return ofRates(rates -> rates.handlers().busyShare() * rates.seconds()) / ofRates(BrokerRates::seconds);
    }

    /** In how many slices the doctor named just that; where nothing is to be named, it must have been able to tell. */
    long named(List<String> truth) {
        return slices.stream()
                .map(slice -> slice.verdict().conversion())
                .filter(conversion -> conversion.named().equals(truth) && !(conversion instanceof Conversion.Unknown))
                .count();
    }

    private double sum(ToDoubleFunction<Slice> figure) {
        return slices.stream().mapToDouble(figure).sum();
    }

    private double ofRates(ToDoubleFunction<BrokerRates> figure) {
        return slices.stream()
                .map(slice -> slice.verdict().rates())
                .filter(rates -> rates != null)
                .mapToDouble(figure)
                .sum();
    }
}
