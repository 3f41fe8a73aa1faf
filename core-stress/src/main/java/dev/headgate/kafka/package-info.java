/** Races of the intake's engine: what its owner and its workers share. */
@NullMarked
package dev.headgate.kafka;

import org.jspecify.annotations.NullMarked;
