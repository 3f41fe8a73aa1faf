package dev.headgate.bridge;

/** The ages of brokers that need different clients; which client reads which broker was tried, it is not documented. */
enum Generation {
    /** 0.8 and 0.9: they close the connection when they are asked for their versions. */
    OLD("0.8.2.2, in a class loader of its own"),
    /** 0.10 to 2.0. */
    MIDDLE("3.9.1, in a class loader of its own"),
    /** 2.1 and newer. */
    CURRENT("the current one");

    private final String client;

    Generation(String client) {
        this.client = client;
    }

    /** The client that reads it, in words. */
    String client() {
        return client;
    }
}
