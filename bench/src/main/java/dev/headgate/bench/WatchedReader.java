package dev.headgate.bench;

import dev.headgate.doctor.Cpu;
import dev.headgate.doctor.VerdictListener;
import dev.headgate.doctor.Watch;
import java.util.List;

/** The intake with a doctor that watches it as `run` has it: reads five times a second, and says when what binds changes. */
final class WatchedReader implements Reader {
    private final HeadgateReader reader;
    private final Watch watch;

    WatchedReader(HeadgateReader reader) {
        this.reader = reader;
        this.watch = Watch.over(List.of(reader.intake().inFlight()))
                .itineraries(reader.intake()::itineraries)
                .cpu(Cpu.ofProcess())
                .onChange(VerdictListener.logging())
                .open();
    }

    @Override
    public void start() {
        reader.start();
    }

    @Override
    public void close() throws InterruptedException {
        watch.close();
        reader.close();
    }
}
