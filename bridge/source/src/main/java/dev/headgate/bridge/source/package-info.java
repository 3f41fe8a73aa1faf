/**
 * What the bridge needs of a cluster that it reads, without a type of Kafka's in it.
 *
 * <p>A client of an old version lives in a class loader of its own, and only the JDK's types and those of this package, {@link
 * dev.headgate.bridge.source.ConsumerSource} left out, are the same on both sides.
 */
@NullMarked
package dev.headgate.bridge.source;

import org.jspecify.annotations.NullMarked;
