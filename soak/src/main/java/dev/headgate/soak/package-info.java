/**
 * The long proofs: what an intake guarantees, on a real broker in a process of its own, under crashes, rebalances, stuck and slow
 * handlers, holds and overload. {@link dev.headgate.soak.Soaks} lists them.
 *
 * <p>A soak starts processes ({@link dev.headgate.soak.Member}) that run an intake and write what they do into one
 * {@link dev.headgate.soak.Journal}, which is memory-mapped and so survives their SIGKILL; when all is over the journal is read
 * from the beginning by ledgers, which know nothing of the engine, and they say what held.
 */
@NullMarked
package dev.headgate.soak;

import org.jspecify.annotations.NullMarked;
