@NullMarked
package dev.headgate.micrometer;

import org.jspecify.annotations.NullMarked;
