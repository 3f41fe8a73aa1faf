package dev.headgate.doctor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Lets records live through gates: a discrete-event simulation on one thread, without allocation per event.
 *
 * <p>Lives are drawn at random from a list, times within them as their steps say. Gates let in first come, first
 * served. After a warm-up of two unhindered lives and a tenth of the records it measures: throughput with its 95 %
 * interval by batch means (A. M. Law, "Simulation Modeling and Analysis", on steady-state output), times of lives, and
 * how full each gate is. The same arguments give the same result.
 */
final class Simulation {

    private static final int BATCHES = 20;
    /** 97.5 % point of Student's distribution with 19 degrees of freedom. */
    private static final double T_19 = 2.093;

    private static final int NONE = -1;

    private final SimulatedGate[] gates;
    private final List<Steps> lives;
    private final SplittableRandom random;
    private final EventHeap events = new EventHeap();

    // One entry for each token: a record, or a part of one that runs beside it.
    private Steps[] life = new Steps[64];
    private int[] at = new int[64];
    private int[] parent = new int[64];
    private int[] pending = new int[64];
    private boolean[] joining = new boolean[64];
    private double[] began = new double[64];
    /** The next in a gate's line, in the ready list, or in the list of free tokens. */
    private int[] next = new int[64];

    private int free = NONE;
    private int tokens;
    private int readyHead = NONE;
    private int readyTail = NONE;
    private double now;
    private long completed;

    // Measured.
    private final double[] ends;
    private final double[] times;
    private int measured;
    private double warmAt = Double.NaN;

    private final boolean closed;
    private final double warmUp;

    private Simulation(
            SimulatedGate[] gates, List<Steps> lives, boolean closed, double warmUp, int records, long seed) {
        this.gates = gates;
        this.lives = lives;
        this.closed = closed;
        this.warmUp = warmUp;
        this.ends = new double[records];
        this.times = new double[records];
        this.random = new SplittableRandom(seed);
    }

    /**
     * What came out.
     *
     * @param throughput records/s
     * @param halfWidth half of the 95 % interval of it
     * @param p50Seconds median time of a life from its arrival
     * @param p99Seconds 99th percentile of it
     * @param inUse mean slots in use, by gate
     * @param waiting mean number waiting, by gate
     */
    record Result(
            double throughput,
            double halfWidth,
            double p50Seconds,
            double p99Seconds,
            List<Double> inUse,
            List<Double> waiting) {}

    /**
     * Runs with a fixed number of records in the system.
     *
     * @param gates the gates, fresh
     * @param lives at least one
     * @param population records in the system, at least 1
     * @param unhinderedSeconds time of a life in which nobody waits, about
     * @param records to measure after the warm-up
     */
    static Result closed(
            SimulatedGate[] gates,
            List<Steps> lives,
            int population,
            double unhinderedSeconds,
            int records,
            long seed) {
        Simulation simulation = new Simulation(gates, lives, true, 2 * unhinderedSeconds, records, seed);
        for (int i = 0; i < population; i++) {
            // Spread over a life, so that they do not march in step for ever.
            int token = simulation.record(i * unhinderedSeconds / population);
            simulation.events.add(simulation.began[token], token);
        }
        return simulation.run(0);
    }

    /** As {@link #closed}, with arrivals at random moments (Poisson) at {@code perSecond}. */
    static Result open(
            SimulatedGate[] gates,
            List<Steps> lives,
            double perSecond,
            double unhinderedSeconds,
            int records,
            long seed) {
        return new Simulation(gates, lives, false, 2 * unhinderedSeconds, records, seed).run(perSecond);
    }

    private Result run(double arrivalsPerSecond) {
        double nextArrival = closed ? Double.POSITIVE_INFINITY : exponential(1 / arrivalsPerSecond);
        while (measured < times.length && !(closed && events.isEmpty())) {
            if (!events.isEmpty() && events.time() <= nextArrival) {
                now = events.time();
                goOn(events.poll());
            } else {
                now = nextArrival;
                nextArrival = now + exponential(1 / arrivalsPerSecond);
                goOn(record(now));
            }
            while (readyHead != NONE && measured < times.length) {
                goOn(takeReady());
            }
        }
        return result();
    }

    /** Lets a token go on until it waits for something. */
    private void goOn(int token) {
        Steps steps = life[token];
        int pc = at[token];
        while (true) {
            switch (steps.op[pc]) {
                case Steps.PASS_TIME -> {
                    at[token] = pc + 1;
                    events.add(now + time(steps, pc), token);
                    return;
                }
                case Steps.ENTER -> {
                    at[token] = pc + 1;
                    if (!enter(gates[steps.gate[pc]], token)) {
                        return;
                    }
                    pc++;
                }
                case Steps.LEAVE -> {
                    leave(gates[steps.gate[pc]]);
                    pc++;
                }
                case Steps.MAYBE -> pc = random.nextDouble() < steps.number[pc] ? pc + 1 : steps.target[pc];
                case Steps.FORK -> {
                    int part = token();
                    life[part] = steps;
                    at[part] = pc + 1;
                    parent[part] = token;
                    pending[token]++;
                    ready(part);
                    pc = steps.target[pc];
                }
                case Steps.JOIN -> {
                    if (pending[token] > 0) {
                        at[token] = pc + 1;
                        joining[token] = true;
                        return;
                    }
                    pc++;
                }
                default -> {
                    end(token);
                    return;
                }
            }
        }
    }

    private double time(Steps steps, int pc) {
        double mean = steps.number[pc];
        int inGate = steps.gate[pc];
        if (inGate >= 0) {
            SimulatedGate gate = gates[inGate];
            mean *= gate.slows ? gate.slowdown.factor(gate.inUse) : 1;
        }
        return steps.drawn[pc] == Steps.EXPONENTIAL ? exponential(mean) : mean;
    }

    private double exponential(double mean) {
        return -mean * Math.log(1 - random.nextDouble());
    }

    private boolean enter(SimulatedGate gate, int token) {
        gate.tick(now);
        if (gate.inUse < gate.capacity) {
            gate.inUse++;
            return true;
        }
        gate.waiting++;
        next[token] = NONE;
        if (gate.tail == NONE) {
            gate.head = token;
        } else {
            next[gate.tail] = token;
        }
        gate.tail = token;
        return false;
    }

    private void leave(SimulatedGate gate) {
        gate.tick(now);
        int first = gate.head;
        if (first == NONE) {
            gate.inUse--;
            return;
        }
        gate.waiting--;
        gate.head = next[first];
        if (gate.head == NONE) {
            gate.tail = NONE;
        }
        ready(first);
    }

    private void end(int token) {
        int outer = parent[token];
        if (outer != NONE) {
            free(token);
            if (--pending[outer] == 0 && joining[outer]) {
                joining[outer] = false;
                ready(outer);
            }
            return;
        }
        if (!Double.isNaN(warmAt) && measured < times.length) {
            ends[measured] = now;
            times[measured++] = now - began[token];
        } else if (++completed >= times.length / 10 && now >= warmUp) {
            warmAt = now;
            for (SimulatedGate gate : gates) {
                gate.restart(now);
            }
        }
        free(token);
        if (closed) {
            ready(record(now));
        }
    }

    private int record(double arrival) {
        int token = token();
        life[token] = lives.size() == 1 ? lives.get(0) : lives.get(random.nextInt(lives.size()));
        at[token] = 0;
        parent[token] = NONE;
        began[token] = arrival;
        return token;
    }

    private int token() {
        int token = free;
        if (token == NONE) {
            token = tokens++;
            if (token == at.length) {
                grow(2 * token);
            }
        } else {
            free = next[token];
        }
        pending[token] = 0;
        joining[token] = false;
        return token;
    }

    private void grow(int size) {
        life = Arrays.copyOf(life, size);
        at = Arrays.copyOf(at, size);
        parent = Arrays.copyOf(parent, size);
        pending = Arrays.copyOf(pending, size);
        joining = Arrays.copyOf(joining, size);
        began = Arrays.copyOf(began, size);
        next = Arrays.copyOf(next, size);
    }

    private void free(int token) {
        next[token] = free;
        free = token;
    }

    private void ready(int token) {
        next[token] = NONE;
        if (readyTail == NONE) {
            readyHead = token;
        } else {
            next[readyTail] = token;
        }
        readyTail = token;
    }

    private int takeReady() {
        int token = readyHead;
        readyHead = next[token];
        if (readyHead == NONE) {
            readyTail = NONE;
        }
        return token;
    }

    private Result result() {
        List<Double> inUse = new ArrayList<>();
        List<Double> waiting = new ArrayList<>();
        for (SimulatedGate gate : gates) {
            inUse.add(gate.meanInUse(now));
            waiting.add(gate.meanWaiting(now));
        }
        int records = times.length;
        if (measured < records || now <= warmAt) {
            // Everybody waits for somebody: nothing comes out any more.
            return new Result(0, 0, Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, inUse, waiting);
        }
        double rate = records / (now - warmAt);
        double squares = 0;
        double before = warmAt;
        int from = 0;
        for (int batch = 1; batch <= BATCHES; batch++) {
            int to = (int) ((long) batch * records / BATCHES);
            double off = (to - from) / Math.max(1e-12, ends[to - 1] - before) - rate;
            squares += off * off;
            before = ends[to - 1];
            from = to;
        }
        double halfWidth = T_19 * Math.sqrt(squares / (BATCHES - 1) / BATCHES);
        Arrays.sort(times);
        return new Result(rate, halfWidth, times[records / 2], times[(int) (records * 0.99)], inUse, waiting);
    }
}
