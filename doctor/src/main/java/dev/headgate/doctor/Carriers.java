package dev.headgate.doctor;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/** The virtual threads that wait for a carrier: the JDK's own count, which it tells since version 24. */
final class Carriers {

    private static final String NAME = "jdk.management:type=VirtualThreadScheduler";
    private static final String QUEUED = "QueuedVirtualThreadCount";

    private final @Nullable MBeanServer server;
    private final @Nullable ObjectName name;

    Carriers() {
        MBeanServer found = null;
        ObjectName its = null;
        try {
            its = new ObjectName(NAME);
            found = ManagementFactory.getPlatformMBeanServer();
            found = found.isRegistered(its) ? found : null;
        } catch (JMException | RuntimeException none) {
            found = null;
        }
        server = found;
        name = its;
    }

    /** How many could run now but for a carrier; 0 where it is not known. */
    int queued() {
        if (server == null || name == null) {
            return 0;
        }
        try {
            return server.getAttribute(name, QUEUED) instanceof Number count ? Math.max(0, count.intValue()) : 0;
        } catch (JMException | RuntimeException none) {
            return 0;
        }
    }
}
