/** Gates, passes and itineraries: the vocabulary in which everything that queues is counted and shown. */
@NullMarked
package dev.headgate;

import org.jspecify.annotations.NullMarked;
