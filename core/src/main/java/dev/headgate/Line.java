package dev.headgate;

import org.jspecify.annotations.Nullable;

/**
 * A first-in-first-out line of passes, linked through the passes themselves: everything is O(1) and allocates nothing,
 * removal from the middle included. A pass stands in at most one line, its gate's waiters or its holders.
 *
 * <p>Not thread-safe: guarded by the gate's lock.
 */
final class Line {

    private @Nullable Pass first;
    private @Nullable Pass last;

    @Nullable
    Pass first() {
        return first;
    }

    void add(Pass pass) {
        Pass before = last;
        pass.previous = before;
        last = pass;
        if (before == null) {
            first = pass;
        } else {
            before.next = pass;
        }
    }

    void remove(Pass pass) {
        Pass before = pass.previous;
        Pass after = pass.next;
        if (before == null) {
            first = after;
        } else {
            before.next = after;
        }
        if (after == null) {
            last = before;
        } else {
            after.previous = before;
        }
        pass.previous = null;
        pass.next = null;
    }
}
