package dev.headgate.doctor;

/** Where CPU time is read from. Called by the thread that drives a {@link Watch}; must not block and must not throw. */
@FunctionalInterface
public interface Cpu {

    /** CPU time used so far. */
    Read read();

    /** This process, and the machine around it where the system tells (Linux). Cost: two small files of /proc. */
    static Cpu ofProcess() {
        return new ProcessCpu();
    }

    /**
     * CPU time up to now, cumulative.
     *
     * @param processNanos CPU time of this process, in ns; its steps may be as coarse as 10 ms
     * @param machineNanos CPU time of everything on the machine, in ns, or -1 where it is not known
     * @param cores cores that the process may use, above 0; less than the machine's under a quota
     * @param machineCores cores of the machine; only looked at when {@code machineNanos} is known
     */
    record Read(long processNanos, long machineNanos, double cores, double machineCores) {

        /** A process with {@code cores} to itself, and nothing known of the machine. */
        public Read(long processNanos, double cores) {
            this(processNanos, -1, cores, cores);
        }
    }
}
