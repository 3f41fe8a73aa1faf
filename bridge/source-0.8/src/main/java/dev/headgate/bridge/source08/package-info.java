/**
 * The bridge's source for brokers of 0.8 and 0.9, by the client of 0.8.2.2 in a class loader of its own.
 *
 * <p>One thread, the caller of {@link dev.headgate.bridge.source.Source}, owns all state. Every broker has a thread that asks it one thing
 * at a time and sends the answer to the owner; so has the search for leaders.
 */
@NullMarked
package dev.headgate.bridge.source08;

import org.jspecify.annotations.NullMarked;
