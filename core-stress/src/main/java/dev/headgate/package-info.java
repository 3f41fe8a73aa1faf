/** Races and cost of the core; in its package, to reach what is not public. */
@NullMarked
package dev.headgate;

import org.jspecify.annotations.NullMarked;
