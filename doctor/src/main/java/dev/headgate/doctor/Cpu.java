package dev.headgate.doctor;

import org.jspecify.annotations.Nullable;

/** Where CPU time is read from. Called by the thread that drives a {@link Watch}; must not block and must not throw. */
@FunctionalInterface
public interface Cpu {

    /** CPU time used so far. */
    Read read();

    /**
     * This process, and the machine around it where the system tells (Linux). The CPU time of the process is read each
     * time; what is read of the machine and of the process's threads costs more, and is at most a second old.
     */
    static Cpu ofProcess() {
        return new ProcessCpu();
    }

    /**
     * CPU time up to now, cumulative.
     *
     * @param processNanos CPU time of this process, in ns; its steps may be as coarse as 10 ms
     * @param cores cores that the process may use, above 0; less than the machine's under a quota
     * @param queued virtual threads that could run now but for a carrier thread; 0 where it is not known
     * @param around what is known of the machine; null when nothing is
     */
    record Read(
            long processNanos,
            double cores,
            int queued,
            @Nullable Around around) {

        /** A process of which nothing is known but its own time. */
        public Read(long processNanos, double cores) {
            this(processNanos, cores, 0, null);
        }
    }

    /**
     * The machine, up to some moment, cumulative.
     *
     * @param atNanos the moment, in ns on a monotonic clock
     * @param waitNanos time for which threads of this process could have run but for a processor, in ns; -1 when unknown
     * @param machineNanos CPU time of everything on the machine, in ns
     * @param machineCores cores of the machine
     */
    record Around(long atNanos, long waitNanos, long machineNanos, double machineCores) {}
}
