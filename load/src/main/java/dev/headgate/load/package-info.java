/** An open-model load of HTTP requests: who comes does not wait for who came before. Gatling makes it, in a JVM of its own. */
@NullMarked
package dev.headgate.load;

import org.jspecify.annotations.NullMarked;
