package dev.headgate.systems.hotelads;

import java.util.Map;

/**
 * What became of every price of a run.
 *
 * @param produced prices that Kafka acknowledged to the feed
 * @param unacknowledged prices whose sending failed, so that nobody knows whether they are in Kafka
 * @param completed prices that were looked up and pushed
 * @param dropped prices completed without being pushed, by reason
 * @param dead prices that went to the dead letters
 * @param lost prices that nothing accounts for
 * @param duplicated pushes of a price that was pushed before
 * @param expiredOnArrival pushes that had expired when they arrived at the ads service
 */
public record Books(
        long produced,
        long unacknowledged,
        long completed,
        Map<String, Long> dropped,
        long dead,
        long lost,
        long duplicated,
        long expiredOnArrival) {
    public Books {
        dropped = Map.copyOf(dropped);
    }

    /** Prices dropped, for whatever reason. */
    public long droppedTotal() {
        return dropped.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Whether every price produced ended in exactly one way and none was lost. */
    public boolean balanced() {
        return lost == 0 && unacknowledged == 0 && completed + droppedTotal() + dead == produced;
    }
}
