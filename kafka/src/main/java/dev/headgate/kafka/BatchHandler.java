package dev.headgate.kafka;

/** As {@link Handler}, for several records at once. */
@FunctionalInterface
public interface BatchHandler<K, V> {

    /**
     * Handles the records of a batch. Returning is done for each of them but those that {@link Batch#settle} said
     * otherwise of; throwing is a retry for each that was not settled.
     *
     * @throws Exception whatever went wrong
     */
    void handle(Batch<K, V> batch) throws Exception;
}
