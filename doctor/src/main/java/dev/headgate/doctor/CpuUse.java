package dev.headgate.doctor;

/**
 * CPU used over the window of an observation.
 *
 * @param seconds length of the window
 * @param processSeconds CPU seconds that this process used
 * @param waitSeconds seconds for which its threads, virtual ones too, could have run but for a processor, added up; -1
 *     where it is not known
 * @param machineSeconds CPU seconds that everything on the machine used, or -1 where it is not known
 * @param cores cores that the process may use
 * @param machineCores cores of the machine
 */
public record CpuUse(
        double seconds,
        double processSeconds,
        double waitSeconds,
        double machineSeconds,
        double cores,
        double machineCores) {

    /** The process uses this much of its cores when they are used up, the rest being lost between threads. */
    private static final double USED_UP = 0.88;

    private static final double MACHINE_USED_UP = 0.95;
    private static final double MOST = 0.5;

    /**
     * From the use at one moment to the use {@code seconds} later.
     *
     * @param queued mean of the virtual threads that waited for a carrier
     */
    static CpuUse between(Cpu.Read earlier, Cpu.Read later, double queued, double seconds) {
        double process = (later.processNanos() - earlier.processNanos()) / 1e9;
        Cpu.Around before = earlier.around();
        Cpu.Around after = later.around();
        if (before == null || after == null || after.atNanos() - before.atNanos() <= 0) {
            return new CpuUse(seconds, process, -1, -1, later.cores(), later.cores());
        }
        // It was read at other moments, a little before: what counts is the rate.
        double scale = seconds / (after.atNanos() - before.atNanos());
        boolean known = before.waitNanos() >= 0 && after.waitNanos() >= 0;
        double wait = (known ? (after.waitNanos() - before.waitNanos()) * scale : 0) + queued * seconds;
        return new CpuUse(
                seconds,
                process,
                known || queued > 0 ? wait : -1,
                (after.machineNanos() - before.machineNanos()) * scale,
                later.cores(),
                after.machineCores());
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

    /**
     * Whether it limits: the process uses its cores up, or would if others left them. The second is so when the
     * machine is used up and most of the work that the gates hold is on the processor or waits for it. (Who only sleeps in
     * a gate waits a little for a busy processor too, and is not limited by it.)
     *
     * @param working mean number of holders at work of their own, in all gates
     */
    public boolean binds(double working) {
        double wanted = (processSeconds + waitSeconds) / seconds;
        return share() >= USED_UP
                || (machineShare() >= MACHINE_USED_UP
                        && waitSeconds >= 0
                        && wanted >= USED_UP * cores
                        && wanted >= MOST * working);
    }
}
