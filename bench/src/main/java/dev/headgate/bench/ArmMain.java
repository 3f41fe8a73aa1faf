package dev.headgate.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** The main class of an arm's JVM: one {@link ArmTask} as its argument, one line of {@link ArmFigures} as its answer. */
final class ArmMain {
    /** What the answer's line begins with. */
    static final String ANSWER = "figures ";

    private static final Duration CLOSE = Duration.ofSeconds(20);

    private ArmMain() {}

    /** Ends the JVM when done, whatever threads the arm has left behind: 0 with an answer, 1 with a reason on stderr. */
    @SuppressWarnings("CatchAndPrintStackTrace") // a reason is all that the parent needs
    public static void main(String[] args) {
        int status = 0;
        try {
            ObjectMapper json = new ObjectMapper();
            ArmFigures figures = run(json.readValue(args[0], ArmTask.class));
            System.out.println(ANSWER + json.writeValueAsString(figures));
        } catch (Throwable failure) {
            failure.printStackTrace();
            status = 1;
        }
        System.out.flush();
        System.err.flush();
        Runtime.getRuntime().halt(status);
    }

    private static ArmFigures run(ArmTask task) throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", task.bootstrap()))) {
            Ledger ledger = new Ledger(task.endOffsets());
            Reader reader = Reader.of(task, new Work(task.latencyMillis(), ledger));
            ArmRun run = new ArmRun(task, ledger);
            reader.start();
            Measurement measured = run.measure();
            double heap = run.heapMiB();
            double resident = ProcessCpu.peakResidentMiB();
            if (!measured.cutOff()) {
                run.drain();
            }
            boolean stalled = run.stalled();
            boolean whole = ledger.complete();
            String unclosed = close(reader);
            Long lost = Losses.count(ledger, committed(admin, task.group()), whole || stalled);
            return new ArmFigures(measured, heap, resident, ledger.repeats(), lost, whole, stalled, unclosed);
        }
    }

    /** What was measured stands even where the arm cannot be closed; the reason goes with it. Blocks for 20 s at most. */
    private static @Nullable String close(Reader reader) throws InterruptedException {
        AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
        Thread closing = Thread.ofPlatform().daemon().start(() -> {
            try {
                reader.close();
            } catch (Exception e) {
                failure.set(e);
            }
        });
        if (!closing.join(CLOSE)) {
            return "it was still closing after " + CLOSE.toSeconds() + " s";
        }
        Exception failed = failure.get();
        return failed == null ? null : failed.toString();
    }

    private static Map<TopicPartition, OffsetAndMetadata> committed(Admin admin, String group) throws Exception {
        Map<TopicPartition, @Nullable OffsetAndMetadata> all = admin.listConsumerGroupOffsets(group)
                .partitionsToOffsetAndMetadata()
                .get();
        Map<TopicPartition, OffsetAndMetadata> committed = new HashMap<>();
        all.forEach((partition, offset) -> {
            if (offset != null) {
                committed.put(partition, offset);
            }
        });
        return committed;
    }
}
