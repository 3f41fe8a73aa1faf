package dev.headgate.lab;

import dev.headgate.doctor.Cpu;
import java.time.Duration;
import java.util.function.Consumer;

/** Who else uses the machine: an arm beside much other load takes longer for everything than one without. */
final class Machine {
    private static final double BUSY = 0.5;
    /** What is known of the machine is up to a second old. */
    private static final Duration LOOK = Duration.ofMillis(1_200);

    private static final int LOOKS = 16;

    private Machine() {}

    /** Part of the machine's cores that other processes used between two reads, 0 to 1; 0 where the system does not tell. */
    static double others(Cpu.Read before, Cpu.Read after, double seconds) {
        Cpu.Around earlier = before.around();
        Cpu.Around later = after.around();
        if (earlier == null || later == null || later.atNanos() - earlier.atNanos() <= 0) {
            return 0;
        }
        double all = (double) (later.machineNanos() - earlier.machineNanos()) / (later.atNanos() - earlier.atNanos());
        double mine = (after.processNanos() - before.processNanos()) / 1e9 / seconds;
        return Math.clamp((all - mine) / later.machineCores(), 0, 1);
    }

    /**
     * Waits until others use less than half of the machine, at most for 20 s; what runs then runs beside them, and its figures say so.
     *
     * @throws InterruptedException when interrupted
     */
    static void awaitCalm(Consumer<String> out) throws InterruptedException {
        Cpu cpu = Cpu.ofProcess();
        for (int look = 0; look < LOOKS; look++) {
            Cpu.Read before = cpu.read();
            long from = System.nanoTime();
            Thread.sleep(LOOK);
            double others = others(before, cpu.read(), (System.nanoTime() - from) / 1e9);
            if (others < BUSY) {
                return;
            }
            if (look == 0) {
                out.accept("others use " + Math.round(100 * others) + " % of the machine: waiting for 20 s at most");
            }
        }
    }
}
