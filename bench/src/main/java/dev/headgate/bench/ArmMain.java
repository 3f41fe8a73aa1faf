package dev.headgate.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.jspecify.annotations.Nullable;

/** The main class of an arm's JVM: one {@link ArmTask} as its argument, one line of {@link ArmFigures} as its answer. */
final class ArmMain {
    /** What the answer's line begins with. */
    static final String ANSWER = "figures ";

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
            reader.close();
            Long lost = Losses.count(ledger, committed(admin, task.group()), whole || stalled);
            return new ArmFigures(measured, heap, resident, ledger.repeats(), lost, whole, stalled);
        }
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
