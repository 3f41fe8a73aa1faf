package dev.headgate.outbox;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.postgresql.ds.PGSimpleDataSource;

/** A relay in a process of its own, to be killed. Arguments: JDBC url, Kafka's bootstrap servers. */
final class RelayChild {
    static final String READY = "RELAY READY";

    private RelayChild() {}

    public static void main(String[] args) throws InterruptedException {
        PGSimpleDataSource database = new PGSimpleDataSource();
        database.setUrl(args[0]);
        Relay relay = Relay.of(database, Map.of("bootstrap.servers", args[1]))
                .batch(Slots.COUNT)
                .start();
        System.out.println(READY + " " + relay.gate().name());
        new CountDownLatch(1).await();
    }
}
