/** The intake: a running reader of Kafka topics whose every limit is a named, measured gate. */
@NullMarked
package dev.headgate.kafka;

import org.jspecify.annotations.NullMarked;
