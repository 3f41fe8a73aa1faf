/** The commands behind {@code ./headgate}, and the only place that prints. */
@NullMarked
package dev.headgate.cli;

import org.jspecify.annotations.NullMarked;
