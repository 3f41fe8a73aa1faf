package dev.headgate.kafka;

import org.jspecify.annotations.Nullable;

/** What a worker takes from the line: one record, or a batch of them. */
abstract class Entry extends Message {
    /** What the worker that took this may go on with at once; null if there is nothing. */
    @Nullable
    Entry next() {
        return null;
    }
}
