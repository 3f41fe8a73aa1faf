@NullMarked
package dev.headgate.lab;

import org.jspecify.annotations.NullMarked;
