package dev.headgate.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.headgate.testkit.Seeds;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The simulation against what is known in closed form. Seeds are fixed unless printed. */
class SimulationTest {

    private static final int RECORDS = 200_000;

    private static SimulatedGate[] gates(int... capacities) {
        SimulatedGate[] gates = new SimulatedGate[capacities.length];
        for (int i = 0; i < gates.length; i++) {
            gates[i] = new SimulatedGate(capacities[i], Slowdown.NONE);
        }
        return gates;
    }

    private static Steps queue(double mean, byte how) {
        return Steps.of(life -> life.visit(0, held -> held.time(mean, how)));
    }

    /** Erlang's C: the probability of waiting in M/M/c with offered load a. By the recursion of Erlang's B. */
    private static double erlangC(int servers, double offered) {
        double b = 1;
        for (int k = 1; k <= servers; k++) {
            b = offered * b / (k + offered * b);
        }
        double rho = offered / servers;
        return b / (1 - rho + rho * b);
    }

    @Test
    void waitsAsErlangSays() {
        int[] servers = {1, 2, 5, 20};
        double[] loads = {0.5, 0.7, 0.85};
        for (int c : servers) {
            for (double rho : loads) {
                double mean = 0.1;
                double arrivals = rho * c / mean;
                double waits = erlangC(c, rho * c) / (1 - rho) * rho;
                SimulatedGate[] gates = gates(c);
                Simulation.Result result = Simulation.open(
                        gates, List.of(queue(mean, Steps.EXPONENTIAL)), arrivals, mean, RECORDS, 42 + c);
                assertThat(result.throughput())
                        .as("M/M/%d at %.2f", c, rho)
                        .isCloseTo(arrivals, within(0.01 * arrivals));
                assertThat(result.inUse().get(0)).isCloseTo(rho * c, within(0.02 * rho * c));
                assertThat(result.waiting().get(0))
                        .as("line of M/M/%d at %.2f", c, rho)
                        .isCloseTo(waits, within(0.06 * waits + 0.05));
            }
        }
    }

    /** M/D/1 waits half as long as M/M/1 (Pollaczek and Khinchine). */
    @Test
    void constantTimesHalveTheWait() {
        double rho = 0.8;
        Simulation.Result result =
                Simulation.open(gates(1), List.of(queue(0.1, Steps.CONSTANT)), rho / 0.1, 0.1, RECORDS, 7);
        double line = rho * rho / (2 * (1 - rho));
        assertThat(result.waiting().get(0)).isCloseTo(line, within(0.05 * line));
    }

    /** The median of a life in M/M/1 is ln 2 of its mean: lives are exponential there. */
    @Test
    void percentilesOfLivesAreThoseOfAnExponential() {
        double mean = 0.1 / (1 - 0.7);
        Simulation.Result result =
                Simulation.open(gates(1), List.of(queue(0.1, Steps.EXPONENTIAL)), 7, 0.1, RECORDS, 3);
        assertThat(result.p50Seconds()).isCloseTo(Math.log(2) * mean, within(0.05 * mean));
        assertThat(result.p99Seconds()).isCloseTo(Math.log(100) * mean, within(0.4 * mean));
    }

    /**
     * A closed network of single servers by exact mean value analysis: M. Reiser and S. S. Lavenberg, "Mean-Value
     * Analysis of Closed Multichain Queuing Networks", Journal of the ACM 27, 1980. With a think time.
     */
    private static double mva(double[] demands, double think, int population) {
        double[] queues = new double[demands.length];
        double throughput = 0;
        for (int n = 1; n <= population; n++) {
            double total = think;
            double[] times = new double[demands.length];
            for (int i = 0; i < demands.length; i++) {
                times[i] = demands[i] * (1 + queues[i]);
                total += times[i];
            }
            throughput = n / total;
            for (int i = 0; i < demands.length; i++) {
                queues[i] = throughput * times[i];
            }
        }
        return throughput;
    }

    @Test
    void closedNetworksAgreeWithMeanValueAnalysis() {
        SplittableRandom random = new SplittableRandom(Seeds.next("closed networks"));
        for (int network = 0; network < 12; network++) {
            double[] demands = new double[1 + random.nextInt(4)];
            for (int i = 0; i < demands.length; i++) {
                demands[i] = 0.01 + random.nextDouble() * 0.1;
            }
            double think = random.nextInt(2) * random.nextDouble();
            int population = 1 + random.nextInt(30);
            Steps life = Steps.of(steps -> {
                steps.time(think, Steps.EXPONENTIAL);
                for (int i = 0; i < demands.length; i++) {
                    double mean = demands[i];
                    steps.visit(i, held -> held.time(mean, Steps.EXPONENTIAL));
                }
            });
            int[] ones = new int[demands.length];
            java.util.Arrays.fill(ones, 1);
            double exact = mva(demands, think, population);
            Simulation.Result result =
                    Simulation.closed(gates(ones), List.of(life), population, think + 0.2, 60_000, network);
            // Three half-widths of 95 % intervals are about six standard errors: a seed in a hundred million.
            assertThat(result.throughput())
                    .as(
                            "network %d: demands %s, think %.3f, population %d",
                            network, java.util.Arrays.toString(demands), think, population)
                    .isCloseTo(exact, within(3 * result.halfWidth() + 0.005 * exact));
        }
    }

    /** The lease of 20 slots is held while its record waits for one of 5: 5 / 0.1 s, however many leases there are. */
    @Test
    void aNestedLeaseIsPinnedByTheInnerGate() {
        Steps life = Steps.of(steps -> steps.visit(
                0, lease -> lease.time(0.001, Steps.CONSTANT).visit(1, inner -> inner.time(0.1, Steps.CONSTANT))));
        Simulation.Result pinned = Simulation.closed(gates(20, 5), List.of(life), 100, 0.101, 20_000, 1);
        assertThat(pinned.throughput()).isCloseTo(50, within(0.5));
        assertThat(pinned.inUse().get(0)).isCloseTo(20, within(0.1));
        assertThat(pinned.waiting().get(1)).isCloseTo(15, within(0.2));
        // With 50 inner slots the lease binds: 20 / 0.101 s.
        Simulation.Result lifted = Simulation.closed(gates(20, 50), List.of(life), 100, 0.101, 20_000, 1);
        assertThat(lifted.throughput()).isCloseTo(20 / 0.101, within(1.0));
    }

    @Test
    void partsAtOnceTakeAsLongAsTheLongest() {
        Steps life = Steps.of(steps -> steps.visit(
                0,
                held -> held.together(List.of(
                        part -> part.visit(1, inner -> inner.time(0.1, Steps.CONSTANT)),
                        part -> part.visit(1, inner -> inner.time(0.3, Steps.CONSTANT)),
                        part -> part.time(0.2, Steps.CONSTANT)))));
        Simulation.Result result = Simulation.closed(gates(2, 10), List.of(life), 10, 0.3, 10_000, 1);
        assertThat(result.throughput()).isCloseTo(2 / 0.3, within(0.05));
        assertThat(result.inUse().get(1)).isCloseTo(2 * 0.4 / 0.3, within(0.05));
    }

    @Test
    void visitsComeAsOftenAsTheySay() {
        Steps life =
                Steps.of(steps -> steps.times(2.3, more -> more.visit(0, held -> held.time(0.01, Steps.EXPONENTIAL))));
        Simulation.Result result = Simulation.closed(gates(1), List.of(life), 50, 0.03, 100_000, 5);
        assertThat(result.throughput()).isCloseTo(100 / 2.3, within(1.0));
    }

    @Test
    void aGateThatSlowsDownHasAPeak() {
        // Peak at sqrt((1 - 0.05) / 0.01), about 10; throughput by the law itself.
        Slowdown slowdown = new Slowdown(0.05, 0.01, 1);
        assertThat(slowdown.bestN()).isCloseTo(9.75, within(0.01));
        Steps life = Steps.of(steps -> steps.visit(0, held -> held.time(0.1, Steps.EXPONENTIAL, 0)));
        for (int n : new int[] {1, 10, 40}) {
            SimulatedGate[] gates = {new SimulatedGate(n, slowdown)};
            double law = n / (0.1 * (1 + 0.05 * (n - 1) + 0.01 * n * (n - 1)));
            Simulation.Result result = Simulation.closed(gates, List.of(life), 100, 1, 20_000, 9);
            assertThat(result.throughput()).as("at %d", n).isCloseTo(law, within(0.04 * law));
        }
    }

    @Test
    void aDeadlockEndsTheRun() {
        Steps life = Steps.of(steps -> steps.visit(
                0, outer -> outer.time(0.1, Steps.CONSTANT).visit(0, again -> again.time(0.1, Steps.CONSTANT))));
        Simulation.Result result = Simulation.closed(gates(1), List.of(life), 3, 0.2, 1_000, 1);
        assertThat(result.throughput()).isZero();
    }

    @Test
    void theSameSeedGivesTheSameAnswer() {
        List<Steps> lives = List.of(queue(0.1, Steps.EXPONENTIAL), queue(0.2, Steps.EXPONENTIAL));
        Simulation.Result first = Simulation.closed(gates(3), lives, 20, 0.2, 10_000, 11);
        Simulation.Result second = Simulation.closed(gates(3), lives, 20, 0.2, 10_000, 11);
        Simulation.Result other = Simulation.closed(gates(3), lives, 20, 0.2, 10_000, 12);
        assertThat(second.throughput()).isEqualTo(first.throughput());
        assertThat(second.p99Seconds()).isEqualTo(first.p99Seconds());
        assertThat(other.throughput()).isNotEqualTo(first.throughput());
    }

    @Test
    void tenThousandRecordsTakeMilliseconds() {
        Steps life = Steps.of(steps -> steps.visit(
                0,
                lease -> lease.time(0.003, Steps.EXPONENTIAL).visit(1, inner -> inner.time(0.07, Steps.EXPONENTIAL))));
        for (int round = 0; round < 5; round++) {
            long start = System.nanoTime();
            Simulation.Result result = Simulation.closed(gates(256, 15), List.of(life), 4_168, 0.073, 10_000, round);
            System.out.printf("10,000 records through two nested gates: %.1f ms%n", (System.nanoTime() - start) / 1e6);
            assertThat(result.throughput()).isCloseTo(15 / 0.07, within(6.0));
        }
    }
}
