/**
 * The worked system trips: a Spring Boot service that completes a ride. What the rider waits for is done at once, and the rest in the
 * request, later, or later and for certain, as the arm says.
 */
@NullMarked
package dev.headgate.systems.trips;

import org.jspecify.annotations.NullMarked;
