package dev.headgate.doctor;

/**
 * How own work divides into time on the processor and time off it. Nobody measured that for each gate; the demand per
 * record is spread over all own work evenly, and what does not fit there comes at the end of the record, in no slot.
 *
 * @param share part of own work that is on the processor, 0 to 1
 * @param kept part of the rest that stays; what is cut is waiting for the processor, which the simulation adds itself
 * @param restSeconds CPU time per record that is more than all own work
 */
record CpuPart(double share, double kept, double restSeconds) {

    static final CpuPart NONE = new CpuPart(0, 1, 0);

    /**
     * Where the processor is used up, the rest of own work is waiting for it and sleeping, nobody knows in which parts.
     * Any part up to all but what the pools' slots can hide gives the same throughput, so half of it will do.
     */
    private static final double KEPT_WHEN_USED_UP = 0.5;

    static CpuPart of(Facts facts, double ownSecondsPerRecord) {
        CpuUse cpu = facts.seen().cpu();
        // In units of whole cores: where others take part of them, each record seems to need more.
        double demand = cpu == null ? 0 : cpu.cores() / facts.cpuBound();
        if (ownSecondsPerRecord <= 0) {
            return new CpuPart(0, 1, demand);
        }
        return new CpuPart(
                Math.min(1, demand / ownSecondsPerRecord),
                facts.cpuBinds() ? KEPT_WHEN_USED_UP : 1,
                Math.max(0, demand - ownSecondsPerRecord));
    }

    /** Own work of so long, in {@code steps}. */
    void work(Steps steps, double seconds, byte how, int inGate, int cpuGate) {
        if (cpuGate < 0 || share <= 0) {
            steps.time(seconds, how, inGate);
            return;
        }
        steps.time(seconds * (1 - share) * kept, how, inGate);
        steps.visit(cpuGate, held -> held.time(seconds * share, how));
    }

    /** What comes at the end. */
    void rest(Steps steps, byte how, int cpuGate) {
        if (cpuGate >= 0 && restSeconds > 0) {
            steps.visit(cpuGate, held -> held.time(restSeconds, how));
        }
    }
}
