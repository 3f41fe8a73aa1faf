package dev.headgate.bridge;

import org.jspecify.annotations.Nullable;

/**
 * Changes records on their way. A class that is given by {@code --transform} has a public constructor without parameters.
 *
 * <p>Called by one thread of each worker at a time, in the order of each partition; after a failure of the target, again for records that it was called for before. A record
 * that it throws on goes to the dead letters, or stops the bridge where there are none.
 */
@FunctionalInterface
public interface Transform {

    /**
     * What is to be written in place of a record.
     *
     * @return the record itself or another; partition and offset are not looked at. Null to leave it out
     */
    @Nullable
    BridgeRecord apply(BridgeRecord record) throws Exception;
}
