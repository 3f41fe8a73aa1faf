package dev.headgate.bench;

/**
 * One look at a running arm.
 *
 * @param nanos      monotonic time
 * @param handled    distinct records handled so far
 * @param cpu        CPU time of the arm's process so far, s
 * @param brokerCpu  CPU time of the broker's process so far, s
 * @param machineCpu busy time of all cores so far, s
 */
record Sample(long nanos, long handled, double cpu, double brokerCpu, double machineCpu) {}
