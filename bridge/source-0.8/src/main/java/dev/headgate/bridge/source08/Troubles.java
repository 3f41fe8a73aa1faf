package dev.headgate.bridge.source08;

import dev.headgate.bridge.source.RecordSink;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Says what is in the way, at most once a second for each thing. */
final class Troubles {

    private static final long PAUSE = TimeUnit.SECONDS.toNanos(1);
    private static final int MOST_THINGS = 10_000;

    private final Map<Object, Long> said = new HashMap<>();

    void say(RecordSink sink, Object thing, String line, long now) {
        Long last = said.get(thing);
        if (last == null || now - last >= PAUSE) {
            if (said.size() >= MOST_THINGS) {
                said.clear();
            }
            said.put(thing, now);
            sink.trouble(line);
        }
    }
}
