package dev.headgate.bench;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** One way to read a topic and do something slow for each record. */
enum Arm {
    /** A poll loop that handles each record in the loop, one at a time. */
    BARE("bare"),
    /** A poll loop that starts a virtual thread per record; nothing is tracked and nothing committed, so it is unsafe. */
    BARE_VIRTUAL("bare + virtual threads"),
    PARALLEL_CONSUMER("parallel-consumer"),
    REACTOR_KAFKA("reactor-kafka"),
    HEADGATE("headgate"),
    /** The intake with the doctor at its side, for what watching costs. */
    WATCHED("headgate + doctor");

    private final String label;

    Arm(String label) {
        this.label = label;
    }

    String label() {
        return label;
    }

    /** The name to type: the label without spaces or plus signs, such as {@code bare-virtual-threads}. */
    String id() {
        return label.replace(" + ", "-").replace(' ', '-');
    }

    boolean isPeer() {
        return this == PARALLEL_CONSUMER || this == REACTOR_KAFKA;
    }

    /** Whether the arm can do the cell at all; only two of them keep the order of keys at more than one record at a time. */
    boolean does(Cell cell) {
        if (this == WATCHED) {
            return cell.kind() == Cell.Kind.NO_OP;
        }
        return !cell.byKey() || this == PARALLEL_CONSUMER || this == HEADGATE;
    }

    /**
     * The arm of that label or id.
     *
     * @throws IllegalArgumentException if there is none; the message lists all
     */
    static Arm named(String name) {
        String wanted = name.strip().toLowerCase(Locale.ROOT);
        for (Arm arm : values()) {
            if (wanted.equals(arm.label) || wanted.equals(arm.id())) {
                return arm;
            }
        }
        String known = Arrays.stream(values()).map(Arm::id).collect(Collectors.joining(", "));
        throw new IllegalArgumentException("No arm is called '" + name + "': choose from " + known + ".");
    }
}
