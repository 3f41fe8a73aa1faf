/** Gates whose capacity finds itself. */
@NullMarked
package dev.headgate.adaptive;

import org.jspecify.annotations.NullMarked;
