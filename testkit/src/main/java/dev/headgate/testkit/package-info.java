/**
 * What a test of a Kafka handler needs: a broker, a clock that stands still, a consumer that follows a script, and
 * checkers of the guarantees. Uses kafka-clients and the broker's jars; knows nothing of the intake.
 */
@NullMarked
package dev.headgate.testkit;

import org.jspecify.annotations.NullMarked;
