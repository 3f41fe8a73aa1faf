@NullMarked
package dev.headgate.bridge;

import org.jspecify.annotations.NullMarked;
