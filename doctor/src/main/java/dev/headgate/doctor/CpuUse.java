package dev.headgate.doctor;

/**
 * CPU used over the window of an observation.
 *
 * @param seconds length of the window
 * @param processSeconds CPU seconds that this process used
 * @param machineSeconds CPU seconds that everything on the machine used, or -1 where it is not known
 * @param cores cores that the process may use
 * @param machineCores cores of the machine
 */
public record CpuUse(double seconds, double processSeconds, double machineSeconds, double cores, double machineCores) {

    /** From the use at one moment to the use {@code seconds} later. */
    static CpuUse between(Cpu.Read earlier, Cpu.Read later, double seconds) {
        boolean known = earlier.machineNanos() >= 0 && later.machineNanos() >= 0;
        return new CpuUse(
                seconds,
                (later.processNanos() - earlier.processNanos()) / 1e9,
                known ? (later.machineNanos() - earlier.machineNanos()) / 1e9 : -1,
                later.cores(),
                later.machineCores());
    }

    /** Cores that the process kept busy, on average. */
    public double busyCores() {
        return processSeconds / seconds;
    }

    /** Part of the process's cores that it used, 0 to about 1. */
    public double share() {
        return busyCores() / cores;
    }

    /** Part of the machine that is in use, by anybody; that of the process where the machine is not known. */
    public double machineShare() {
        return machineSeconds < 0 ? share() : machineSeconds / seconds / machineCores;
    }
}
