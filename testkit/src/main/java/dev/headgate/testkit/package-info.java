/**
 * What a test of a Kafka handler needs. Uses kafka-clients and the broker's jars; knows nothing of the intake, so it serves for any
 * consumer.
 *
 * <ul>
 *   <li>Brokers: {@link dev.headgate.testkit.EmbeddedKafka} in this JVM, {@link dev.headgate.testkit.KafkaProcess} in its own, which
 *       may be killed or be of another version; {@link dev.headgate.testkit.OldKafka}, 0.8 to 2.0 with ZooKeeper, and {@link
 *       dev.headgate.testkit.OldFiller} for its topics; {@link dev.headgate.testkit.JavaProcess} for any other main class.
 *   <li>No broker at all: {@link dev.headgate.testkit.ScriptedConsumer} with a {@link dev.headgate.testkit.ManualClock}.
 *   <li>Guarantees: {@link dev.headgate.testkit.Guarantees} with the checkers {@link dev.headgate.testkit.NoLoss},
 *       {@link dev.headgate.testkit.Duplicates}, {@link dev.headgate.testkit.OrderPerKey},
 *       {@link dev.headgate.testkit.OrderPerPartition}, {@link dev.headgate.testkit.NoKeyOnTwoThreads},
 *       {@link dev.headgate.testkit.FrontierCheck} (with {@link dev.headgate.testkit.ObservedConsumer}) and
 *       {@link dev.headgate.testkit.NeverNegative}; of a process that is killed: {@link dev.headgate.testkit.EventLog} and
 *       {@link dev.headgate.testkit.CrashCheck}.
 *   <li>Load: {@link dev.headgate.testkit.ZipfKeys}, {@link dev.headgate.testkit.Seeds}.
 * </ul>
 */
@NullMarked
package dev.headgate.testkit;

import org.jspecify.annotations.NullMarked;
