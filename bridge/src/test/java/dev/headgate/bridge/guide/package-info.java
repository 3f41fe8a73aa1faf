@NullMarked
package dev.headgate.bridge.guide;

import org.jspecify.annotations.NullMarked;
