package dev.headgate.kafka;

/** As {@link Handler}, for code that decides what becomes of the record. */
@FunctionalInterface
public interface OutcomeHandler<K, V> {

    /**
     * Handles one record and says how it ended.
     *
     * @throws Exception as for {@link Outcome#again()}
     */
    Outcome handle(Delivery<K, V> delivery) throws Exception;
}
