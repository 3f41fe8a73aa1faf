/**
 * What runs beside an old broker, in processes of its own and on the old broker's jars: its ZooKeeper, the broker, and a producer that fills
 * topics. {@link dev.headgate.testkit.old.OldRecords} alone is for the tests' own JVM, too.
 */
@NullMarked
package dev.headgate.testkit.old;

import org.jspecify.annotations.NullMarked;
