package dev.headgate.soak;

import dev.headgate.Gate;
import dev.headgate.kafka.Delivery;
import dev.headgate.kafka.Handler;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * What a member does with a record: takes a time between {@code least} and {@code most} µs, one in {@code slowone} takes
 * {@code slow} µs instead, behind a gate of {@code gate} slots if that is not 0; and for one record it never returns. Safe for use
 * by any thread.
 */
final class MemberWork implements Handler<Integer, byte[]> {
    private final Journal journal;
    private final int life;
    private final long leastMicros;
    private final long mostMicros;
    private final int slowOne;
    private final long slowMicros;
    private final long holdMillis;
    private final int stuckPartition;
    private final long stuckOffset;
    private final @Nullable Gate gate;
    private final CountDownLatch never = new CountDownLatch(1);

    MemberWork(MemberSettings settings, Journal journal, int life) {
        this.journal = journal;
        this.life = life;
        leastMicros = settings.number("least", 0);
        mostMicros = settings.number("most", leastMicros);
        slowOne = settings.integer("slowone", 0);
        slowMicros = settings.number("slow", 0);
        holdMillis = settings.number("hold", 0);
        stuckPartition = settings.integer("stuckpartition", 0);
        stuckOffset = settings.number("stuckoffset", -1);
        int slots = settings.integer("gate", 0);
        gate = slots == 0 ? null : Gate.named("slow").capacity(slots).open();
    }

    @Override
    public void handle(Delivery<Integer, byte[]> delivery) throws Exception {
        int partition = delivery.partition();
        long offset = delivery.offset();
        long late = holdMillis == 0 ? 0 : System.currentTimeMillis() - delivery.timestamp() - holdMillis;
        journal.append(Event.Kind.STARTED, life, partition, offset, delivery.key());
        if (offset == stuckOffset && partition == stuckPartition) {
            System.out.println("stuck " + offset);
            never.await();
        }
        if (gate == null) {
            work(partition, offset);
        } else {
            gate.run(() -> work(partition, offset));
        }
        journal.append(Event.Kind.DONE, life, partition, offset, late);
    }

    private void work(int partition, long offset) {
        long random = mix(offset << 8 | partition);
        boolean slow = slowOne > 0 && Long.remainderUnsigned(random, slowOne) == 0;
        long micros =
                slow ? slowMicros : leastMicros + Long.remainderUnsigned(random >>> 16, mostMicros - leastMicros + 1);
        long until = System.nanoTime() + micros * 1000;
        for (long left = micros * 1000; left > 0; left = until - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /** The finaliser of SplitMix64 (G. Steele, D. Lea, C. Flood, OOPSLA 2014), so that a record always takes the same time. */
    private static long mix(long z) {
        long x = (z + 0x9e3779b97f4a7c15L) * 0xbf58476d1ce4e5b9L;
        x = (x ^ (x >>> 27)) * 0x94d049bb133111ebL;
        return x ^ (x >>> 31);
    }
}
