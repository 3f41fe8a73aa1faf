package dev.headgate.bridge.source08;

import dev.headgate.bridge.source.SourceException;
import dev.headgate.bridge.source.SourceOptions;
import java.util.Map;

/**
 * What the client's own properties say, as far as this client has them.
 *
 * @param socketTimeoutMs how long a broker may take for an answer; a client of 0.8 tries twice
 * @param receiveBytes the receive buffer of sockets
 * @param startBytes what is asked of a partition that has more, before it is known to have larger records
 */
record Settings(String clientId, int socketTimeoutMs, int receiveBytes, int startBytes) {

    static Settings of(SourceOptions options) {
        Map<String, String> p = options.properties();
        String protocol = p.getOrDefault("security.protocol", "PLAINTEXT");
        if (!protocol.equals("PLAINTEXT")) {
            throw new SourceException(
                    "The source's security.protocol is " + protocol
                            + ", but the client for 0.8 and 0.9 speaks PLAINTEXT only: give the address of a PLAINTEXT listener");
        }
        return new Settings(
                options.clientId(),
                number(p, "socket.timeout.ms", 10_000),
                number(p, "socket.receive.buffer.bytes", 1 << 20),
                number(p, "fetch.message.max.bytes", 64 << 10));
    }

    Settings withTimeoutAtMost(int ms) {
        return new Settings(clientId, Math.min(socketTimeoutMs, ms), receiveBytes, startBytes);
    }

    private static int number(Map<String, String> properties, String name, int otherwise) {
        String value = properties.get(name);
        if (value == null) {
            return otherwise;
        }
        try {
            int number = Integer.parseInt(value.trim());
            if (number > 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw new SourceException("The source's property " + name + " is '" + value + "': give a whole number above 0");
    }
}
