package dev.headgate.testkit.old;

import java.util.ArrayList;
import java.util.List;
import kafka.api.FetchRequestBuilder;
import kafka.javaapi.FetchResponse;
import kafka.javaapi.consumer.SimpleConsumer;
import kafka.message.MessageAndOffset;

/**
 * The main class of a bare reader of 0.8.2.2: a {@code SimpleConsumer} loop that looks at the sizes of keys and values and throws everything
 * away, again and again. What it reaches is what reading costs at least with that client as it is.
 */
public final class OldReaderMain {

    /** What it prints after each round, followed by the records, a space, and the ns that they took. */
    public static final String READ = "HEADGATE READ ";

    private static final int FETCH_BYTES = 1 << 20;
    private static final int TIMEOUT_MILLIS = 30_000;
    private static final int SOCKET_BYTES = 64 << 10;

    private OldReaderMain() {}

    /** Arguments: host, port, topic, partitions, records in all, rounds. */
    public static void main(String[] args) {
        long records = Long.parseLong(args[4]);
        for (int round = 0; round < Integer.parseInt(args[5]); round++) {
            long start = System.nanoTime();
            List<Long> sizes = new ArrayList<>();
            SimpleConsumer consumer =
                    new SimpleConsumer(args[0], Integer.parseInt(args[1]), TIMEOUT_MILLIS, SOCKET_BYTES, "bare");
            long count = 0;
            for (int partition = 0; partition < Integer.parseInt(args[3]); partition++) {
                count += read(consumer, args[2], partition, sizes);
            }
            consumer.close();
            if (count != records) {
                throw new IllegalStateException("Read " + count + " records of " + records);
            }
            System.out.println(READ + count + " " + (System.nanoTime() - start));
        }
        System.exit(0);
    }

    private static long read(SimpleConsumer consumer, String topic, int partition, List<Long> sizes) {
        long count = 0;
        long bytes = 0;
        long offset = 0;
        boolean some = true;
        while (some) {
            some = false;
            FetchResponse response = consumer.fetch(new FetchRequestBuilder()
                    .clientId("bare")
                    .addFetch(topic, partition, offset, FETCH_BYTES)
                    .build());
            for (MessageAndOffset message : response.messageSet(topic, partition)) {
                if (message.offset() >= offset) {
                    bytes += message.message().keySize() + message.message().payloadSize();
                    offset = message.nextOffset();
                    count++;
                    some = true;
                }
            }
        }
        sizes.add(bytes);
        return count;
    }
}
