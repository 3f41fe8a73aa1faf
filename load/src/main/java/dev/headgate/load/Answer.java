package dev.headgate.load;

import java.util.UUID;

/**
 * One request and what came of it.
 *
 * @param step index of its step
 * @param atMillis when it was sent, epoch time in ms
 * @param millis from then until the whole answer was there, or the time-out; a connection that had to be made is in it
 * @param status HTTP status; 0 when there was no answer: no connection, cut, or timed out
 * @param id what stood for {@code #{id}} in the body
 */
public record Answer(int step, long atMillis, int millis, int status, UUID id) {

    /** Whether the request was served: a status of 200 to 299. */
    public boolean served() {
        return status >= 200 && status < 300;
    }

    String text() {
        return step + "," + atMillis + "," + millis + "," + status + "," + id;
    }

    static Answer parse(String line) {
        String[] parts = line.split(",", -1);
        return new Answer(
                Integer.parseInt(parts[0]),
                Long.parseLong(parts[1]),
                Integer.parseInt(parts[2]),
                Integer.parseInt(parts[3]),
                UUID.fromString(parts[4]));
    }
}
