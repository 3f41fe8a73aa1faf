package dev.headgate.bench;

import com.sun.management.GarbageCollectorMXBean;
import com.sun.management.GcInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The largest heap left after a collection, as far as looking now and then shows it. Used by one thread. */
final class HeapWatch {
    private final List<GarbageCollectorMXBean> collectors =
            ManagementFactory.getPlatformMXBeans(GarbageCollectorMXBean.class);
    private final Set<String> heapPools = ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> pool.getType() == MemoryType.HEAP)
            .map(MemoryPoolMXBean::getName)
            .collect(Collectors.toSet());
    private long afterCollection;
    private long largest;

    void look() {
        largest = Math.max(
                largest,
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        for (GarbageCollectorMXBean collector : collectors) {
            GcInfo last = collector.getLastGcInfo();
            if (last != null) {
                long used = last.getMemoryUsageAfterGc().entrySet().stream()
                        .filter(pool -> heapPools.contains(pool.getKey()))
                        .mapToLong(pool -> pool.getValue().getUsed())
                        .sum();
                afterCollection = Math.max(afterCollection, used);
            }
        }
    }

    /** MiB. */
    double mostMiB() {
        return (afterCollection > 0 ? afterCollection : largest) / (1024.0 * 1024.0);
    }
}
