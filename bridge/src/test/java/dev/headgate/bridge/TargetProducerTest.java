package dev.headgate.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

class TargetProducerTest {
    /** Of a producer that ends a transaction without looking for what is still on its way, as Kafka's does now and then. */
    private static final class Hasty extends MockProducer<byte[], byte[]> {
        private final List<Boolean> allThere = new ArrayList<>();

        Hasty() {
            super(false, null, new ByteArraySerializer(), new ByteArraySerializer());
        }

        @Override
        public void commitTransaction() {
            allThere.add(flushed());
            super.commitTransaction();
        }
    }

    private final Hasty kafka = new Hasty();

    private static ProducerRecord<byte[], byte[]> record() {
        return new ProducerRecord<>("topic", new byte[1]);
    }

    @Test
    void aTransactionEndsWhenAllOfItIsThere() {
        TargetProducer producer = new TargetProducer(kafka, true);
        producer.begin();
        for (int i = 0; i < 2; i++) {
            producer.send(record(), (metadata, e) -> {});
            producer.flush();
            producer.send(record());
            producer.end();
        }
        assertThat(kafka.allThere).containsExactly(true, true);
        assertThat(kafka.commitCount()).isEqualTo(2);
        assertThat(kafka.history()).hasSize(4);
    }

    @Test
    void whatIsNotThereIsNotCommitted() {
        TargetProducer producer = new TargetProducer(kafka, true);
        producer.begin();
        producer.send(record());
        kafka.errorNext(new TimeoutException("the test's"));
        assertThatThrownBy(producer::end).isInstanceOf(TimeoutException.class).hasMessage("the test's");
        assertThat(kafka.commitCount()).isZero();
        assertThat(producer.failure()).hasMessage("the test's");
    }

    @Test
    void withoutTransactionsTheEndWaits() {
        TargetProducer producer = new TargetProducer(kafka, false);
        producer.begin();
        producer.send(record());
        producer.end();
        assertThat(kafka.flushed()).isTrue();
        assertThat(kafka.transactionInitialized()).isFalse();
    }

    @Test
    void whereNothingWasSentNothingIsCommitted() {
        TargetProducer producer = new TargetProducer(kafka, true);
        producer.begin();
        producer.end();
        assertThat(kafka.allThere).isEmpty();
    }
}
