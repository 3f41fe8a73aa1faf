/** Reads what systems in other processes tell about their queues, and judges it. */
@NullMarked
package dev.headgate.doctor.probe;

import org.jspecify.annotations.NullMarked;
