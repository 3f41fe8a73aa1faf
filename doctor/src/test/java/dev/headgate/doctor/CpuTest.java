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
        // The machine was read 0.1 s before the first and 0.3 s before the second moment: 1.8 s apart.
        CpuUse use = CpuUse.between(
                new Cpu.Read(1_000_000_000L, 2, 0, new Cpu.Around(900_000_000L, 0, 5_000_000_000L, 4)),
                new Cpu.Read(2_000_000_000L, 2, 0, new Cpu.Around(2_700_000_000L, 450_000_000L, 7_700_000_000L, 4)),
                0,
                2);
        assertThat(use.waitSeconds()).isCloseTo(0.5, within(1e-9));
        assertThat(use.busyCores()).isCloseTo(0.5, within(1e-9));
        assertThat(use.share()).isCloseTo(0.25, within(1e-9));
        assertThat(use.machineShare()).isCloseTo(3.0 / 8, within(1e-9));
        CpuUse alone = CpuUse.between(new Cpu.Read(0, 2), new Cpu.Read(1_000_000_000L, 2), 0, 1);
        assertThat(alone.machineShare()).isEqualTo(alone.share());
    }

    @Test
    void coresThatOthersTakeAreMissedOnlyByWhoWantsThem() {
        double full = 19.9;
        assertThat(new CpuUse(10, 4, 15, full, 2, 2).binds(2))
                .as("two work, and wait for 1.5 cores")
                .isTrue();
        assertThat(new CpuUse(10, 4, 15, full, 2, 2).binds(8))
                .as("eight work, most sleep")
                .isFalse();
        assertThat(new CpuUse(10, 4, 140, full, 2, 2).binds(16))
                .as("16 work, 14 wait for a carrier")
                .isTrue();
        assertThat(new CpuUse(10, 1, 2, full, 2, 2).binds(0.3))
                .as("has what it wants, nearly")
                .isFalse();
        assertThat(new CpuUse(10, 4, 15, 12, 2, 2).binds(2))
                .as("cores are free")
                .isFalse();
        assertThat(new CpuUse(10, 4, -1, full, 2, 2).binds(2))
                .as("nobody knows what it waits for")
                .isFalse();
        assertThat(new CpuUse(10, 19, 0, -1, 2, 2).binds(50)).isTrue();
    }

    @Test
    void virtualThreadsThatWaitForACarrierAreCounted() {
        CpuUse use = CpuUse.between(
                new Cpu.Read(0, 2, 9, new Cpu.Around(0, 0, 0, 2)),
                new Cpu.Read(1_000_000_000L, 2, 11, new Cpu.Around(1_000_000_000L, 500_000_000L, 2_000_000_000L, 2)),
                10,
                1);
        assertThat(use.waitSeconds()).isCloseTo(10.5, within(1e-9));
        assertThat(Cpu.ofProcess().read().queued()).isNotNegative();
    }

    @Test
    void theSecondNumberIsTheWait() {
        assertThat(RunDelay.parse("7158428 961959 11\n")).isEqualTo(961_959);
        assertThat(RunDelay.parse("")).isZero();
    }
}
