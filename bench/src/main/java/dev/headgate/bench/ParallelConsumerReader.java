package dev.headgate.bench;

import io.confluent.parallelconsumer.ParallelConsumerOptions;
import io.confluent.parallelconsumer.ParallelConsumerOptions.CommitMode;
import io.confluent.parallelconsumer.ParallelConsumerOptions.ProcessingOrder;
import io.confluent.parallelconsumer.ParallelStreamProcessor;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.jspecify.annotations.Nullable;

/**
 * Confluent's parallel-consumer: a platform thread per slot, commits once a second.
 *
 * <p>It tells keys apart by {@code equals}, which for byte arrays would mean no order at all, so by key it reads strings.
 */
final class ParallelConsumerReader implements Reader {
    private final ArmTask task;
    private final Work work;
    private @Nullable ParallelStreamProcessor<Object, byte[]> processor;

    ParallelConsumerReader(ArmTask task, Work work) {
        this.task = task;
        this.work = work;
    }

    @Override
    public void start() {
        Properties properties = task.consumerProperties();
        if (task.byKey()) {
            properties.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, StringDeserializer.class.getName());
        }
        var options = ParallelConsumerOptions.<Object, byte[]>builder()
                .consumer(new KafkaConsumer<>(properties))
                .ordering(task.byKey() ? ProcessingOrder.KEY : ProcessingOrder.UNORDERED)
                .maxConcurrency(task.inFlight())
                .commitMode(CommitMode.PERIODIC_CONSUMER_ASYNCHRONOUS)
                .commitInterval(Duration.ofMillis(ArmTask.COMMIT_MILLIS))
                .build();
        var started = ParallelStreamProcessor.createEosStreamProcessor(options);
        started.subscribe(List.of(task.topic()));
        started.poll(context -> {
            var record = context.getSingleConsumerRecord();
            work.handle(record.partition(), record.offset());
        });
        processor = started;
    }

    @Override
    public void close() {
        var closing = processor;
        if (closing != null) {
            closing.closeDontDrainFirst(Duration.ofSeconds(5));
        }
    }
}
