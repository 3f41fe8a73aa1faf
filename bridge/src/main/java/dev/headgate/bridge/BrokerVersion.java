package dev.headgate.bridge;

import java.util.Map;

/**
 * How old a broker is, by what it says it can do.
 *
 * @param name as releases are called, a range where several cannot be told apart
 */
record BrokerVersion(String name, Generation generation) {
    private static final int PRODUCE = 0;
    private static final int FETCH = 1;
    private static final int METADATA = 3;

    static final BrokerVersion BEFORE_VERSIONS = new BrokerVersion("0.8 or 0.9", Generation.OLD);

    /** From the highest version of each request that it takes, by the request's key. Sources: the broker's own lists, release by release. */
    static BrokerVersion of(Map<Integer, Integer> highest) {
        int fetch = highest.getOrDefault(FETCH, 0);
        int produce = highest.getOrDefault(PRODUCE, 0);
        int metadata = highest.getOrDefault(METADATA, 0);
        if (fetch <= 3) {
            return middle(fetch <= 2 ? "0.10.0" : metadata >= 2 ? "0.10.1 or 0.10.2" : "0.10.1");
        }
        if (fetch <= 8) {
            return middle(
                    switch (fetch) {
                        case 4, 5 -> "0.11";
                        case 6 -> "1.0";
                        case 7 -> "1.1";
                        default -> "2.0";
                    });
        }
        return new BrokerVersion(
                switch (fetch) {
                    case 9, 10 -> produce >= 7 ? "2.1 or 2.2" : "2.1";
                    case 11 -> "2.3 to 2.6";
                    case 12 -> "2.7 to 3.0";
                    case 13, 14 -> "3.1 to 3.4";
                    case 15 -> "3.5 or 3.6";
                    case 16 -> "3.7 or 3.8";
                    default -> fetch == 17 && produce <= 11 ? "3.9" : "4.0 or newer";
                },
                Generation.CURRENT);
    }

    /**
     * What its consumer needs to be told: before 0.11 there are no transactions, and it cannot ask for a topic in a way that does not make it; the client
     * refuses to ask such brokers for either.
     */
    Map<String, String> consumerProperties() {
        boolean before = name.startsWith("0.10");
        return Map.of(
                "allow.auto.create.topics",
                String.valueOf(before),
                "isolation.level",
                before ? "read_uncommitted" : "read_committed");
    }

    private static BrokerVersion middle(String name) {
        return new BrokerVersion(name, Generation.MIDDLE);
    }
}
