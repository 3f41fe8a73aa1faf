package dev.headgate.soak;

/**
 * One line of the {@link Journal}.
 *
 * @param slot its place in the order of all events
 * @param kind what happened
 * @param life in which run of which process: each gets the next number
 * @param partition the record's partition; 0 where there is none
 * @param offset the record's offset, below 2^40; 0 where there is none
 * @param nanos when, as {@code System.nanoTime()}
 * @param extra see {@link Kind}
 */
record Event(long slot, Kind kind, int life, int partition, long offset, long nanos, long extra) {

    /** What may happen. */
    enum Kind {
        /** No event: an empty slot. */
        NOTHING,
        /** A handler began with a record; extra: the number of the record's key. */
        STARTED,
        /** A handler is through with a record and about to return; extra: how late it began, in ms, where there was a hold. */
        DONE,
        /** The broker acknowledged a commit; extra: its number in the life's {@link CommitLog}. */
        ACKNOWLEDGED,
        /** Partitions were assigned; extra: how many. */
        ASSIGNED,
        /** Partitions were revoked; extra: how many. */
        REVOKED,
        /** Partitions were lost; extra: how many. */
        LOST,
        /** The process was killed with SIGKILL, and is gone. */
        KILLED,
        /** The process was asked to leave. */
        LEAVING,
        /** The process has closed its intake and ended. */
        LEFT;

        private static final Kind[] ALL = values();
    }

    @SuppressWarnings("EnumOrdinal") // The journal lives no longer than one run of one build.
    static long pack(Kind kind, int life, int partition, long offset) {
        return (long) kind.ordinal() << 60 | (long) life << 48 | (long) partition << 40 | offset;
    }

    static Event unpack(long packed, long slot, long nanos, long extra) {
        return new Event(
                slot,
                Kind.ALL[(int) (packed >>> 60)],
                (int) (packed >>> 48) & 0xfff,
                (int) (packed >>> 40) & 0xff,
                packed & 0xff_ffff_ffffL,
                nanos,
                extra);
    }
}
