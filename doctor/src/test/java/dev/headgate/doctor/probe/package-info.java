@NullMarked
package dev.headgate.doctor.probe;

import org.jspecify.annotations.NullMarked;
