/**
 * The bridge: brings topics from a Kafka of any age to a current one, each record once.
 *
 * <p>{@link dev.headgate.bridge.Bridge} is where to begin.
 */
@NullMarked
package dev.headgate.bridge;

import org.jspecify.annotations.NullMarked;
