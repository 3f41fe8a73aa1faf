package dev.headgate.bridge.source08;

import dev.headgate.bridge.source.SourceException;
import java.util.LinkedHashSet;
import java.util.Set;

/** Where a broker listens. */
record Address(String host, int port) {

    /** Reads {@code host:port,host:port}; IPv6 hosts in brackets. */
    static Set<Address> parse(String bootstrap) {
        Set<Address> all = new LinkedHashSet<>();
        for (String part : bootstrap.split(",")) {
            String one = part.trim();
            if (!one.isEmpty()) {
                all.add(parseOne(one));
            }
        }
        if (all.isEmpty()) {
            throw new SourceException("No broker is given: give the source's brokers as HOST:PORT,HOST:PORT");
        }
        return all;
    }

    private static Address parseOne(String one) {
        int colon = one.lastIndexOf(':');
        try {
            int port = Integer.parseInt(one.substring(colon + 1));
            String host = one.substring(0, Math.max(0, colon));
            if (host.startsWith("[") && host.endsWith("]")) {
                host = host.substring(1, host.length() - 1);
            }
            if (!host.isEmpty() && port > 0 && port < 65_536) {
                return new Address(host, port);
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw new SourceException("'" + one + "' is no broker's address: give HOST:PORT");
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
