package dev.headgate.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.headgate.kafka.IntakeStats;
import dev.headgate.systems.hotelads.Books;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

/**
 * What came out of a run.
 *
 * @param system the worked system
 * @param seconds from the first record produced to the last one completed
 * @param cpuSeconds CPU time of this process in that time, the embedded Kafka and the stand-in services included
 * @param books what became of the records
 * @param drained whether all were completed in time
 * @param gates the gates while records were produced
 * @param verdict the doctor's, line by line
 * @param atEnd the intake when the last record had been produced: its lag is the run's lag
 * @param closed the intake after it was closed
 * @param moments the run second by second
 * @param heap the heap where it was asked for
 */
record RunSummary(
        String system,
        double seconds,
        double cpuSeconds,
        Books books,
        boolean drained,
        List<GateLine> gates,
        List<String> verdict,
        IntakeStats atEnd,
        IntakeStats closed,
        List<Moment> moments,
        List<HeapMark> heap) {

    /** Whether all was done that was asked for. */
    boolean complete() {
        return drained && books.balanced() && books.duplicated() == 0;
    }

    /** Records handled to the end, each second of the run. */
    double throughput() {
        return books.completed() / seconds;
    }

    private long open() {
        return books.produced() - books.completed() - books.droppedTotal() - books.dead();
    }

    /** For a person. */
    List<String> lines(boolean colour) {
        List<String> lines = new ArrayList<>();
        lines.add("");
        lines.add(String.format(
                Locale.ROOT,
                "%s: %,.1f s, %,.0f/s. Lag when production ended: %,d records, %.1f s.",
                system,
                seconds,
                throughput(),
                atEnd.lagRecords(),
                atEnd.lagMillis() / 1e3));
        lines.addAll(GateTable.lines(gates, colour));
        lines.addAll(verdict);
        lines.add("");
        lines.add(String.format(
                Locale.ROOT,
                "produced %,d = completed %,d + dropped %,d%s + dead %,d%s",
                books.produced(),
                books.completed(),
                books.droppedTotal(),
                books.dropped().isEmpty() ? "" : " " + new TreeMap<>(books.dropped()),
                books.dead(),
                open() == 0 ? "" : String.format(Locale.ROOT, " + still open %,d", open())));
        lines.add(String.format(
                Locale.ROOT,
                "lost %,d   duplicated %,d   expired on arrival %,d",
                books.lost(),
                books.duplicated(),
                books.expiredOnArrival()));
        if (books.unacknowledged() > 0) {
            lines.add(String.format(Locale.ROOT, "not acknowledged to the producer: %,d", books.unacknowledged()));
        }
        heap.forEach(mark -> lines.add(String.format(
                Locale.ROOT,
                "heap after collection at %d s: %.1f MiB",
                mark.at().toSeconds(),
                mark.mebibytes())));
        return lines;
    }

    /** For a program: the stable fields of every run first, then those of this system. */
    ObjectNode report() {
        ObjectNode report = JsonNodeFactory.instance.objectNode();
        report.put("system", system);
        report.put("seconds", round(seconds));
        report.put("produced", books.produced());
        report.put("completed", books.completed());
        ObjectNode dropped = report.putObject("dropped");
        new TreeMap<>(books.dropped()).forEach(dropped::put);
        report.put("dead", books.dead());
        report.put("lost", books.lost());
        report.put("duplicated", books.duplicated());
        report.put("throughput", round(throughput()));
        report.put("lagRecords", atEnd.lagRecords());
        report.put("lagSeconds", round(atEnd.lagMillis() / 1e3));
        ArrayNode lines = report.putArray("gates");
        gates.forEach(gate -> lines.add(gate(gate)));
        report.put("verdict", String.join("\n", verdict));
        report.put("drained", drained);
        report.put("cpuSeconds", round(cpuSeconds));
        report.put("unacknowledged", books.unacknowledged());
        report.put("expiredOnArrival", books.expiredOnArrival());
        report.put("retries", closed.retries());
        report.put("longestPollGapMs", closed.longestPollGapMillis());
        report.put("rebalances", closed.rebalances());
        report.put("commits", closed.commits());
        report.put("commitFailures", closed.commitFailures());
        ArrayNode marks = report.putArray("heap");
        heap.forEach(mark ->
                marks.addObject().put("atSeconds", mark.at().toMillis() / 1e3).put("usedMiB", round(mark.mebibytes())));
        ArrayNode timeline = report.putArray("timeline");
        moments.forEach(moment -> timeline.add(moment(moment)));
        return report;
    }

    /** In use and waiting are averages over the time in which records were produced, as are the times. */
    static ObjectNode gate(GateLine gate) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("name", gate.name());
        node.put("capacity", gate.now().capacity());
        node.put("inUse", round(gate.flow().meanInUse()));
        node.put("waiting", round(gate.flow().meanWaiting()));
        node.put(
                "entries",
                Math.round(gate.flow().entriesPerSecond() * gate.flow().seconds()));
        node.put("waitMs", round(gate.flow().meanWaitNanos() / 1e6));
        node.put("holdMs", round(gate.flow().meanHoldNanos() / 1e6));
        node.put("utilisation", round(gate.flow().utilisation()));
        return node;
    }

    private static ObjectNode moment(Moment moment) {
        ObjectNode node = JsonNodeFactory.instance.objectNode();
        node.put("atSeconds", round(moment.atSeconds()));
        node.put("producedPerSecond", round(moment.producedPerSecond()));
        node.put("completedPerSecond", round(moment.completedPerSecond()));
        node.put("lagRecords", moment.lagRecords());
        node.put("lagSeconds", round(moment.lagSeconds()));
        node.put("inFlight", round(moment.inFlight()));
        return node;
    }

    private static double round(double value) {
        return Math.round(value * 1e3) / 1e3;
    }
}
