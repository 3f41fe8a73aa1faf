package dev.headgate.kafka;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;
import org.slf4j.helpers.NOPMDCAdapter;

/**
 * What a handler's log lines say without the handler's doing: the logging context of whoever started the intake, the record's
 * place and attempt, and its trace. Costs nothing where the logging system has no such context. Immutable.
 */
final class LogContext {
    private final String intake;
    private final @Nullable Map<String, String> starters;
    private final boolean present;

    private LogContext(String intake, @Nullable Map<String, String> starters, boolean present) {
        this.intake = intake;
        this.starters = starters;
        this.present = present;
    }

    /** The context of the calling thread. */
    static LogContext current(String intake) {
        boolean present = MDC.getMDCAdapter() != null && !(MDC.getMDCAdapter() instanceof NOPMDCAdapter);
        return new LogContext(intake, present ? MDC.getCopyOfContextMap() : null, present);
    }

    /** A worker, before the handler of one record. */
    void enter(Flight flight) {
        if (!present) {
            return;
        }
        enterBatch();
        MDC.put("topic", flight.raw.topic());
        MDC.put("partition", Integer.toString(flight.raw.partition()));
        MDC.put("offset", Long.toString(flight.raw.offset()));
        MDC.put("attempt", Integer.toString(flight.attempts));
        TraceParent trace = TraceParent.of(flight.raw.headers());
        if (trace != null) {
            MDC.put("traceId", trace.traceId());
            MDC.put("spanId", trace.spanId());
        }
    }

    /** A worker, before the handler of several records. */
    void enterBatch() {
        if (!present) {
            return;
        }
        if (starters != null) {
            MDC.setContextMap(starters);
        }
        MDC.put("intake", intake);
    }

    /** A worker, after the handler: nothing is left for the next record. */
    void leave() {
        if (present) {
            MDC.clear();
        }
    }
}
