/** Meters for gates and intakes, under {@code headgate.gate.*} and {@code headgate.intake.*}, in base units. */
@NullMarked
package dev.headgate.micrometer;

import org.jspecify.annotations.NullMarked;
