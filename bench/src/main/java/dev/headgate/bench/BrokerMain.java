package dev.headgate.bench;

import dev.headgate.testkit.EmbeddedKafka;
import java.io.IOException;
import java.util.Map;

/**
 * The main class of the broker's JVM: prints its address as its only line, and serves until its standard input ends, so that
 * it does not outlive the process that started it.
 */
final class BrokerMain {
    private BrokerMain() {}

    public static void main(String[] args) throws IOException {
        try (EmbeddedKafka kafka = EmbeddedKafka.brokers(1)
                .properties(Map.of("log.segment.bytes", Integer.toString(256 << 20)))
                .start()) {
            System.out.println(kafka.bootstrap());
            System.out.flush();
            while (System.in.read() >= 0) {}
        }
        Runtime.getRuntime().halt(0);
    }
}
