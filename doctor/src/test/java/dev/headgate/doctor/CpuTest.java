package dev.headgate.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class CpuTest {

    @Test
    void idleAndWaitingForDisksIsNotBusy() {
        // user nice system idle iowait irq softirq steal guest guest_nice; guests are in user already.
        assertThat(ProcessCpu.busy("cpu  100 20 30 4000 500 6 7 8 90 10")).isEqualTo(171 * 10_000_000L);
    }

    @Test
    void readsThisProcess() {
        Cpu.Read read = Cpu.ofProcess().read();
        assertThat(read.processNanos()).isPositive();
        assertThat(read.cores()).isGreaterThanOrEqualTo(1);
    }

    @Test
    void useIsWhatWasAddedBetween() {
        CpuUse use = CpuUse.between(
                new Cpu.Read(1_000_000_000L, 5_000_000_000L, 2, 4),
                new Cpu.Read(2_000_000_000L, 8_000_000_000L, 2, 4),
                2);
        assertThat(use.busyCores()).isCloseTo(0.5, within(1e-9));
        assertThat(use.share()).isCloseTo(0.25, within(1e-9));
        assertThat(use.machineShare()).isCloseTo(3.0 / 8, within(1e-9));
        CpuUse alone = CpuUse.between(new Cpu.Read(0, 2), new Cpu.Read(1_000_000_000L, 2), 1);
        assertThat(alone.machineShare()).isEqualTo(alone.share());
    }
}
