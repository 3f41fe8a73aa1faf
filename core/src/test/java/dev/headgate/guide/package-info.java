/** The guide's examples, outside the package that they are about: they see what a user sees. */
@NullMarked
package dev.headgate.guide;

import org.jspecify.annotations.NullMarked;
