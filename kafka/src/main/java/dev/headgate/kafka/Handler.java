package dev.headgate.kafka;

/**
 * What a user does with a record, as straight-line code on a virtual thread. May block for as long as it likes: polling,
 * heartbeats and commits go on.
 */
@FunctionalInterface
public interface Handler<K, V> {

    /**
     * Handles one record. Returning is done, throwing is a retry.
     *
     * @throws Exception whatever went wrong; it is counted, and the record is retried or dead-lettered
     */
    void handle(Delivery<K, V> delivery) throws Exception;
}
