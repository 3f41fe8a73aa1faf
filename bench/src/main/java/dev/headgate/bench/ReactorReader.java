package dev.headgate.bench;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.kafka.receiver.KafkaReceiver;
import reactor.kafka.receiver.ReceiverOptions;
import reactor.kafka.receiver.ReceiverRecord;

/**
 * reactor-kafka: a flat-map of the given concurrency over a delay, commits once a second. Deferred commits are on, since
 * without them it commits whatever was acknowledged last, finished or not; twice the largest number in flight is
 * enough for them never to stop the poll here.
 */
final class ReactorReader implements Reader {
    private static final int DEFERRED_COMMITS = 20_000;

    private final ArmTask task;
    private final Work work;
    private final CountDownLatch ended = new CountDownLatch(1);
    private @Nullable Disposable subscription;

    ReactorReader(ArmTask task, Work work) {
        this.task = task;
        this.work = work;
    }

    @Override
    public void start() {
        Map<String, Object> properties = new HashMap<>();
        task.consumerProperties().forEach((name, value) -> properties.put((String) name, value));
        var options = ReceiverOptions.<byte[], byte[]>create(properties)
                .commitInterval(Duration.ofMillis(ArmTask.COMMIT_MILLIS))
                .commitBatchSize(0)
                .maxDeferredCommits(DEFERRED_COMMITS)
                .subscription(List.of(task.topic()));
        subscription = KafkaReceiver.create(options)
                .receive()
                .flatMap(this::handle, task.inFlight())
                .doFinally(signal -> ended.countDown())
                .subscribe(done -> {}, failure -> failure.printStackTrace());
    }

    private Mono<Boolean> handle(ReceiverRecord<byte[], byte[]> record) {
        if (work.latencyMillis() == 0) {
            return Mono.fromSupplier(() -> done(record));
        }
        return Mono.delay(Duration.ofMillis(work.latencyMillis())).map(tick -> done(record));
    }

    private boolean done(ReceiverRecord<byte[], byte[]> record) {
        work.done(record.partition(), record.offset());
        record.receiverOffset().acknowledge();
        return true;
    }

    @Override
    public void close() throws InterruptedException {
        var closing = subscription;
        if (closing != null) {
            closing.dispose();
            ended.await(5, TimeUnit.SECONDS);
        }
    }
}
