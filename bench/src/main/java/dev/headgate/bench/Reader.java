package dev.headgate.bench;

/** An arm at work. Built with its task and its handler; used by one thread. */
interface Reader {
    /** Begins to read on threads of its own and returns. Throws whatever the arm throws when it cannot. */
    void start() throws Exception;

    /** Stops reading, commits what it would commit, and waits for that within a few seconds. */
    void close() throws Exception;

    /** The reader of an arm. */
    static Reader of(ArmTask task, Work work) {
        return switch (task.arm()) {
            case BARE -> new BareReader(task, work);
            case BARE_VIRTUAL -> new VirtualThreadReader(task, work);
            case PARALLEL_CONSUMER -> new ParallelConsumerReader(task, work);
            case REACTOR_KAFKA -> new ReactorReader(task, work);
            case HEADGATE -> new HeadgateReader(task, work);
            case WATCHED -> new WatchedReader(new HeadgateReader(task, work));
        };
    }
}
