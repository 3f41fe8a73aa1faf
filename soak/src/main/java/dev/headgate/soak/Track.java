package dev.headgate.soak;

import java.util.Arrays;

/** What happened to the records of one partition, by offset. Lives count from 1, so 0 is none. */
final class Track {
    private int[] startedIn = new int[1024];
    private int[] doneIn = new int[1024];
    private long[] doneAt = new long[1024];
    private int end;

    Cover cover = Cover.NOTHING;

    /** One past the highest offset that a handler began with. */
    int end() {
        return end;
    }

    /** In which life a handler last began with it. */
    int startedIn(int offset) {
        return offset < end ? startedIn[offset] : 0;
    }

    /** In which life it was last done. */
    int doneIn(int offset) {
        return offset < end ? doneIn[offset] : 0;
    }

    /** In which slot of the journal it was last done. */
    long doneAt(int offset) {
        return doneAt[offset];
    }

    void started(int offset, int life) {
        if (offset >= startedIn.length) {
            int size = Math.max(offset + 1, startedIn.length * 2);
            startedIn = Arrays.copyOf(startedIn, size);
            doneIn = Arrays.copyOf(doneIn, size);
            doneAt = Arrays.copyOf(doneAt, size);
        }
        startedIn[offset] = life;
        end = Math.max(end, offset + 1);
    }

    void done(int offset, int life, long slot) {
        doneIn[offset] = life;
        doneAt[offset] = slot;
    }
}
