package dev.headgate.lab;

import dev.headgate.Clock;
import dev.headgate.doctor.probe.BrokerProbe;
import dev.headgate.doctor.probe.BrokerReading;
import dev.headgate.doctor.probe.BrokerVerdict;
import dev.headgate.testkit.KafkaProcess;
import dev.headgate.testkit.PacedProducer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A broker of 3.9.1 and the producers of all arms, each in a JVM of its own, and somebody who looks at the broker. Used by one thread. */
final class ConversionStage implements AutoCloseable {

    static final String BROKER = "3.9.1";
    static final int PARTITIONS = 4;

    private final KafkaProcess kafka;
    private final Map<ConversionArm, PacedProducer> producers = new LinkedHashMap<>();
    private final BrokerProbe probe;

    private ConversionStage(KafkaProcess kafka, BrokerProbe probe) {
        this.kafka = kafka;
        this.probe = probe;
    }

    /** Starts the broker and the producers; blocks until all are ready. */
    static ConversionStage open(List<ConversionArm> arms) {
        KafkaProcess kafka = KafkaProcess.describe().version(BROKER).withJmx().launch();
        ConversionStage stage = null;
        try {
            stage = new ConversionStage(kafka, BrokerProbe.connect(kafka.jmx(), Clock.system()));
            for (ConversionArm arm : arms) {
                kafka.createTopic(arm.topic(), PARTITIONS, arm.topicConfigs());
                stage.producers.put(arm, arm.producer(kafka.bootstrap(), PARTITIONS));
            }
            return stage;
        } catch (IOException e) {
            kafka.close();
            throw new UncheckedIOException(e.getMessage(), e);
        } catch (RuntimeException e) {
            if (stage == null) {
                kafka.close();
            } else {
                stage.close();
            }
            throw e;
        }
    }

    /** Writes, and does not look. Blocks until all is acknowledged. */
    void write(ConversionArm arm, int records, double perSecond) throws InterruptedException {
        seconds(arm, records, perSecond);
    }

    /** Writes, with a look before and after. Blocks until all is acknowledged. */
    ConversionFigures.Slice measure(ConversionArm arm, int records, double perSecond) throws InterruptedException {
        try {
            BrokerReading first = probe.read();
            // Within the looks, which cost the broker something themselves.
            double before = brokerCpuSeconds();
            double seconds = seconds(arm, records, perSecond);
            double cpuSeconds = brokerCpuSeconds() - before;
            return new ConversionFigures.Slice(records, seconds, cpuSeconds, BrokerVerdict.of(first, probe.read()));
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    /** CPU time of the broker's process since its start, by the system's books (/proc on Linux), in s. */
    double brokerCpuSeconds() {
        return ProcessHandle.of(kafka.pid())
                        .flatMap(process -> process.info().totalCpuDuration())
                        .orElseThrow(
                                () -> new IllegalStateException(
                                        "The system does not tell what CPU time the broker's process has used: run this on Linux"))
                        .toNanos()
                / 1e9;
    }

    private double seconds(ConversionArm arm, int records, double perSecond) throws InterruptedException {
        try {
            return Objects.requireNonNull(producers.get(arm))
                            .write(records, perSecond)
                            .toNanos()
                    / 1e9;
        } catch (IllegalStateException e) {
            if (Thread.interrupted()) {
                throw new InterruptedException("interrupted while a producer wrote");
            }
            throw e;
        }
    }

    @Override
    public void close() {
        producers.values().forEach(PacedProducer::close);
        try {
            probe.close();
        } catch (IOException alreadyGone) {
            // The connection ends with the broker at the latest.
        }
        kafka.close();
    }
}
