/** The doctor: which limits bind a running service, and what lifting them brings. Depends on core alone. */
@NullMarked
package dev.headgate.doctor;

import org.jspecify.annotations.NullMarked;
