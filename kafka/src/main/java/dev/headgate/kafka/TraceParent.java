package dev.headgate.kafka;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * The context of a trace, as a record's {@code traceparent} header carries it (W3C Trace Context, level 1).
 *
 * @param traceId 32 lower-case hexadecimal digits, not all zero
 * @param spanId 16 lower-case hexadecimal digits, not all zero
 * @param sampled whether the sender recorded the trace
 */
public record TraceParent(String traceId, String spanId, boolean sampled) {
    private static final int LENGTH = 55;

    static @Nullable TraceParent of(Headers headers) {
        Header header = headers.lastHeader("traceparent");
        return header == null || header.value() == null
                ? null
                : parse(new String(header.value(), StandardCharsets.US_ASCII));
    }

    /** Null for anything that the specification tells a receiver to ignore. */
    static @Nullable TraceParent parse(String text) {
        if (text.length() < LENGTH || text.charAt(2) != '-' || text.charAt(35) != '-' || text.charAt(52) != '-') {
            return null;
        }
        String version = text.substring(0, 2);
        String traceId = text.substring(3, 35);
        String spanId = text.substring(36, 52);
        String flags = text.substring(53, 55);
        boolean longerThanKnown = text.length() > LENGTH;
        if (!hex(version) || version.equals("ff") || (version.equals("00") && longerThanKnown)) {
            return null;
        }
        if (longerThanKnown && text.charAt(LENGTH) != '-') {
            return null;
        }
        if (!hex(traceId) || !hex(spanId) || !hex(flags) || zero(traceId) || zero(spanId)) {
            return null;
        }
        return new TraceParent(traceId, spanId, (Integer.parseInt(flags, 16) & 1) == 1);
    }

    private static boolean hex(String text) {
        return text.chars().allMatch(c -> (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'));
    }

    private static boolean zero(String text) {
        return text.chars().allMatch(c -> c == '0');
    }
}
