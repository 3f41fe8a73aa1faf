/**
 * A transactional outbox: {@link dev.headgate.outbox.Outbox} writes events in the transaction of what they tell of, on PostgreSQL, and a
 * {@link dev.headgate.outbox.Relay} brings them to Kafka, in order per key, at least once.
 */
@NullMarked
package dev.headgate.outbox;

import org.jspecify.annotations.NullMarked;
