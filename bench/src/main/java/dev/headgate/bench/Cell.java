package dev.headgate.bench;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * One row of the table: how long a handler takes, how many may be in flight, and in which order.
 *
 * @param latencyMillis how long a handler sleeps, ms; 0 for none
 * @param inFlight      records in flight at most
 * @param byKey         whether records of one key are handled in order
 * @param kind          what limits the cell, and so which target holds
 * @param topicRecords  records in the topic; the measured part ends before any partition runs dry
 */
record Cell(String name, int latencyMillis, int inFlight, boolean byKey, Kind kind, int topicRecords) {

    /** What limits a cell on a machine of two cores. */
    enum Kind {
        /** No latency: the machinery itself. */
        NO_OP,
        /** Little's bound lies above what the machine can do. */
        CPU_BOUND,
        /** Little's bound lies within reach of the machine. */
        IO_BOUND,
        /** The hottest key of each partition. */
        KEY_BOUND
    }

    /** The cells of the table, in its order. */
    static final List<Cell> ALL = List.of(
            new Cell("noop", 0, 1_000, false, Kind.NO_OP, 12_000_000),
            new Cell("1ms-1000", 1, 1_000, false, Kind.CPU_BOUND, 5_000_000),
            new Cell("10ms-1000", 10, 1_000, false, Kind.IO_BOUND, 800_000),
            new Cell("10ms-10000", 10, 10_000, false, Kind.CPU_BOUND, 5_000_000),
            new Cell("100ms-10000", 100, 10_000, false, Kind.IO_BOUND, 800_000),
            new Cell("by-key-1ms-1000", 1, 1_000, true, Kind.KEY_BOUND, 5_000_000));

    /** The same cell over a topic of a tenth of the size. */
    Cell quick() {
        return new Cell(name, latencyMillis, inFlight, byKey, kind, topicRecords / 10);
    }

    /** In flight / L by Little's law, records/s; infinite without latency. */
    double littlesBound() {
        return latencyMillis == 0 ? Double.POSITIVE_INFINITY : inFlight * 1_000.0 / latencyMillis;
    }

    /**
     * The cell of that name.
     *
     * @throws IllegalArgumentException if there is none; the message lists all
     */
    static Cell named(String name) {
        String wanted = name.strip().toLowerCase(Locale.ROOT);
        for (Cell cell : ALL) {
            if (cell.name.equals(wanted)) {
                return cell;
            }
        }
        String known = ALL.stream().map(Cell::name).collect(Collectors.joining(", "));
        throw new IllegalArgumentException("No cell is called '" + name + "': choose from " + known + ".");
    }
}
