/**
 * The intake and its peers side by side, on one machine, in one run.
 *
 * <p><b>What is compared.</b> Five arms ({@link dev.headgate.bench.Arm}) read the same topic: a bare poll loop; a bare poll
 * loop that starts a virtual thread per record and tracks nothing (the ceiling: unsafe, since it commits nothing);
 * parallel-consumer; reactor-kafka; and the intake. Every arm has the same consumer properties, the same JVM flags, the
 * same commit interval (1 s) and the same handler: sleep for L, then tick the record off. reactor-kafka must not block
 * its threads, so its handler is a delay of L that completes on a timer. The peers run with a Kafka client of 3.9, the
 * newest that both of them work with; the others with the current one.
 *
 * <p><b>The data.</b> 12 partitions, 100-byte values of random text, keys drawn from a Zipf(1.0) distribution over 10,000
 * with a fixed seed, lz4. Partitions are those of Kafka's own hash of the key.
 *
 * <p><b>A run.</b> Each arm runs in a JVM of its own against a broker in a JVM of its own, starts from the beginning of the
 * topic with a new group, and counts from its first handled record. It ends when a given number of records has been
 * handled (about five seconds' worth at the bound, before any partition runs dry), or, for a slow arm, when warm-up
 * and window are over. The rate of a run is taken over the second half of the records, or over the window. Rounds are interleaved: every round runs
 * every arm of every cell once, and the order of the arms rotates by one from round to round, so that a drift of the
 * machine meets all alike. Figures are medians over rounds; ratios between arms are medians of the ratios within a round.
 *
 * <p><b>Bounds.</b> Little's law: no arm can exceed in flight / L. Under key order the hottest key of each partition
 * binds instead: the sum over partitions of 1 / (share of its hottest key x L), computed from the data that were written.
 *
 * <p><b>Cost.</b> CPU is user + system time of the consumer's process (Linux only, {@code /proc/self/stat}, resolution
 * 10 ms) per million records, from its first handled record on; its JIT compiler is included. Heap is the largest use
 * seen right after a collection. How much of the machine other processes used meanwhile is recorded too: figures taken
 * beside a load (more than a tenth of the machine) are not to be trusted, and targets that rest on them are neither met nor
 * missed.
 *
 * <p><b>Correctness.</b> Every arm ticks each (partition, offset) off in the same byte map. A record handled twice within a
 * run counts as redelivered. After the measured part the arm may read the topic to its end and is then closed; lost
 * are the records never handled below the group's committed offsets and, if the arm read the whole topic or came to a
 * standstill, those below the highest one handled.
 */
@NullMarked
package dev.headgate.bench;

import org.jspecify.annotations.NullMarked;
