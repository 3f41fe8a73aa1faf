@NullMarked
package dev.headgate.spring.guide;

import org.jspecify.annotations.NullMarked;
