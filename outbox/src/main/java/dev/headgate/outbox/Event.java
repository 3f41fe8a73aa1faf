package dev.headgate.outbox;

import org.jspecify.annotations.Nullable;

/** A row of the outbox. Identity is slot and id. */
@SuppressWarnings("ArrayRecordComponent") // Never compared; the bytes go from the database to Kafka untouched.
record Event(int slot, long id, String topic, byte @Nullable [] key, byte @Nullable [] value) {}
