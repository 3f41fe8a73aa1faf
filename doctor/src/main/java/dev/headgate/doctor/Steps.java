package dev.headgate.doctor;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/**
 * The life of a record as a list of steps, flat in arrays so that a simulation runs it without allocating: let time
 * pass, enter and leave gates, do a part of it only sometimes, do several parts at once.
 */
final class Steps {

    static final byte PASS_TIME = 0;
    static final byte ENTER = 1;
    static final byte LEAVE = 2;
    /** Goes on with probability {@code number}, else jumps to {@code target}. */
    static final byte MAYBE = 3;
    /** Begins a part that runs beside this one at the next step, and jumps to {@code target}. */
    static final byte FORK = 4;
    /** Waits for all parts begun. */
    static final byte JOIN = 5;

    static final byte END = 6;

    /** Always its mean. */
    static final byte CONSTANT = 0;
    /** Exponential with that mean. */
    static final byte EXPONENTIAL = 1;

    byte[] op = new byte[16];
    /** How a time is drawn. */
    byte[] drawn = new byte[16];
    /** The gate entered or left; for time, the gate whose load stretches it, or -1. */
    int[] gate = new int[16];

    int[] target = new int[16];
    /** A time in s, or a probability. */
    double[] number = new double[16];

    private int size;

    private Steps() {}

    /** Builds a life; the end is added. */
    static Steps of(Consumer<Steps> body) {
        Steps steps = new Steps();
        body.accept(steps);
        steps.add(END, -1, 0, CONSTANT);
        return steps;
    }

    /** Lets time pass, in no gate or one whose load does not stretch it. Nothing when it is no time at all. */
    Steps time(double seconds, byte how) {
        return time(seconds, how, -1);
    }

    /** Lets time pass that is longer the more are in {@code inGate}, if that one slows down under load. */
    Steps time(double seconds, byte how, int inGate) {
        if (seconds > 0) {
            add(PASS_TIME, inGate, seconds, how);
        }
        return this;
    }

    /** Does {@code inside} with a slot of a gate. */
    Steps visit(int which, Consumer<Steps> inside) {
        add(ENTER, which, 0, CONSTANT);
        inside.accept(this);
        add(LEAVE, which, 0, CONSTANT);
        return this;
    }

    /** Does {@code inside} so often on average: the whole part of it always, once more with the rest's probability. */
    Steps times(double count, Consumer<Steps> inside) {
        int whole = (int) Math.floor(count + 1e-6);
        for (int i = 0; i < whole; i++) {
            inside.accept(this);
        }
        double rest = count - whole;
        if (rest > 1e-6) {
            int at = add(MAYBE, -1, rest, CONSTANT);
            inside.accept(this);
            target[at] = size;
        }
        return this;
    }

    /** Does all parts at once, and goes on when the last is done. */
    Steps together(List<Consumer<Steps>> parts) {
        for (Consumer<Steps> part : parts) {
            int at = add(FORK, -1, 0, CONSTANT);
            part.accept(this);
            add(END, -1, 0, CONSTANT);
            target[at] = size;
        }
        add(JOIN, -1, 0, CONSTANT);
        return this;
    }

    /** Mean time of the life if nobody waits, about: parts that run at once are added up. */
    double meanSeconds() {
        double sum = 0;
        for (int i = 0; i < size; i++) {
            sum += op[i] == PASS_TIME ? number[i] : 0;
        }
        return sum;
    }

    private int add(byte what, int which, double value, byte how) {
        if (size == op.length) {
            op = Arrays.copyOf(op, 2 * size);
            drawn = Arrays.copyOf(drawn, 2 * size);
            gate = Arrays.copyOf(gate, 2 * size);
            target = Arrays.copyOf(target, 2 * size);
            number = Arrays.copyOf(number, 2 * size);
        }
        op[size] = what;
        drawn[size] = how;
        gate[size] = which;
        number[size] = value;
        return size++;
    }
}
