package dev.headgate.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.TimestampType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

/** PC 205, 907: logging context and trace were lost on the way to the worker's thread. See docs/guide/faults.md. */
class ContextTest {
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String SPAN = "00f067aa0ba902b7";

    /** What a handler saw: its logging context, and the trace of its record. */
    private record Seen(
            long offset,
            Map<String, String> context,
            @Nullable TraceParent trace) {}

    private final List<Seen> seen = new CopyOnWriteArrayList<>();

    @AfterEach
    void clear() {
        MDC.clear();
    }

    @Test
    void aBlockingHandlerHasContextAndTrace() {
        try (IntakeFixture f = fixture()) {
            f.handler.otherwise(delivery -> {
                look(delivery);
                return Outcome.done();
            });
            f.startWith(0);
            checkAlone(f);
        }
    }

    @Test
    void anAsyncHandlerHasContextAndTrace() {
        try (IntakeFixture f = fixture()) {
            f.start(f.builder().handleAsync(delivery -> {
                look(delivery);
                return CompletableFuture.completedFuture(null);
            }));
            f.join(f.script.give(IntakeFixture.partition(0)));
            checkAlone(f);
        }
    }

    @Test
    void aBatchHandlerHasContextAndTheTracesOfItsRecords() {
        try (IntakeFixture f = fixture()) {
            f.start(f.builder().handleBatch(2, Duration.ZERO, batch -> batch.forEach(this::look)));
            f.join(f.script.give(IntakeFixture.partition(0)));
            f.until("both records", () -> seen.size() == 2);
            assertThat(seen)
                    .allSatisfy(one -> assertThat(one.context)
                            .containsEntry("starter", "main")
                            .containsEntry("intake", f.intake().name())
                            .doesNotContainKeys("offset", "traceId"));
            assertThat(at(0).trace).isEqualTo(new TraceParent(TRACE, SPAN, true));
            assertThat(at(1).trace).isNull();
        }
    }

    /** The attempt's number is part of it, and changes with the attempt. */
    @Test
    void eachAttemptHasItsNumber() {
        try (IntakeFixture f = fixture()) {
            f.with(b -> b.retry(Retry.fixed(Duration.ZERO)));
            f.handler.otherwise(delivery -> {
                look(delivery);
                return delivery.attempt() < 3 ? Outcome.again() : Outcome.done();
            });
            f.startWith(0);
            f.untilCommitted(0, 2);
            assertThat(seen.stream().filter(one -> one.offset == 0).map(one -> one.context.get("attempt")))
                    .containsExactly("1", "2", "3");
        }
    }

    /** One slot, so one worker's thread: the first record has a trace and leaves something behind, the second has neither. */
    private static IntakeFixture fixture() {
        MDC.put("starter", "main");
        IntakeFixture f = IntakeFixture.of(1).with(b -> b.inFlight(1));
        RecordHeaders headers = new RecordHeaders();
        headers.add("traceparent", ("00-" + TRACE + "-" + SPAN + "-01").getBytes(StandardCharsets.US_ASCII));
        f.script.append(new ConsumerRecord<>(
                IntakeFixture.TOPIC,
                0,
                0,
                0,
                TimestampType.CREATE_TIME,
                -1,
                1,
                null,
                new byte[] {'v'},
                headers,
                Optional.empty()));
        f.append(0, "without a trace");
        return f;
    }

    private void look(Delivery<String, String> delivery) {
        seen.add(new Seen(delivery.offset(), Map.copyOf(MDC.getCopyOfContextMap()), delivery.traceParent()));
        MDC.put("left behind by", Long.toString(delivery.offset()));
    }

    private void checkAlone(IntakeFixture f) {
        f.until("both records", () -> seen.size() == 2);
        assertThat(at(0).context)
                .containsEntry("starter", "main")
                .containsEntry("intake", f.intake().name())
                .containsEntry("topic", IntakeFixture.TOPIC)
                .containsEntry("partition", "0")
                .containsEntry("offset", "0")
                .containsEntry("attempt", "1")
                .containsEntry("traceId", TRACE)
                .containsEntry("spanId", SPAN);
        assertThat(at(0).trace).isEqualTo(new TraceParent(TRACE, SPAN, true));
        assertThat(at(1).context)
                .containsEntry("starter", "main")
                .containsEntry("offset", "1")
                .doesNotContainKeys("traceId", "spanId", "left behind by");
        assertThat(at(1).trace).isNull();
    }

    private Seen at(long offset) {
        return Objects.requireNonNull(
                seen.stream().filter(one -> one.offset == offset).findFirst().orElse(null));
    }
}
