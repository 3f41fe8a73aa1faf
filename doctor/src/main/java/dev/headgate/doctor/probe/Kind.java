package dev.headgate.doctor.probe;

/** What a station is for: what decides where it may lie in a request's life, and what may be done about it. */
enum Kind {
    /** The requests that a server answers, all of them: the outermost, with no bound of its own. */
    REQUESTS(true, false),
    /** Threads of a server, each of which answers one request at a time: the outermost where there are any. */
    SERVER_THREADS(true, false),
    /** Threads of a Kafka listener, each of which handles one record at a time. */
    LISTENER(true, false),
    /** Connections to a database: of use only while a statement runs, and yet held from the first to the end of the transaction. */
    LEASES(false, true),
    /** Connections to another service, each of which carries one call at a time; or the calls, where the connections are not shown. */
    CALLS(false, false),
    /** Threads for work that is handed to them, permits, and the like. */
    OTHERS(false, false);

    private final boolean outermost;
    private final boolean lease;

    Kind(boolean outermost, boolean lease) {
        this.outermost = outermost;
        this.lease = lease;
    }

    /** Whether what is in it is what the service was asked for. */
    boolean outermost() {
        return outermost;
    }

    /** Whether what a holder does meanwhile elsewhere could be done without holding it. */
    boolean lease() {
        return lease;
    }
}
