package dev.headgate.doctor.probe;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which station's holders are in which other station: pages do not tell, but the accounts do.
 *
 * <p>Who is in the service at any moment is somewhere in it. A request that waits for or holds a connection of the database cannot be
 * anywhere else, unless it does that while it holds the connection. So with {@code N} requests in the service, and {@code n} of them waiting
 * for or holding one, at most {@code N - n} are elsewhere. Calls to others that need more than these must be made by those who
 * hold a connection. The least that calls need is when all calls of a request are made at once: then the requests that are
 * calling are {@code requests/s x time of a call} (Little's law).
 */
final class Nesting {
    /** Less than this much of what the calls need is elsewhere: then they are not made there. */
    private static final double TOO_FEW = 0.5;

    /** A station whose calls are fewer than this is of no account. */
    private static final double IDLE = 0.01;

    private final @Nullable Seen outermost;
    private final Map<String, String> holder = new HashMap<>();
    private final List<String> reasons = new ArrayList<>();

    private Nesting(@Nullable Seen outermost) {
        this.outermost = outermost;
    }

    /** @param rates holds that ended at each, /s */
    static Nesting of(List<Seen> all, @Nullable Seen outermost, Map<String, Double> rates) {
        Nesting nesting = new Nesting(outermost);
        if (outermost == null) {
            return nesting;
        }
        List<Seen> leases = all.stream().filter(seen -> seen.kind().lease()).toList();
        double elsewhere = outermost.inUse()
                - leases.stream()
                        .mapToDouble(lease -> lease.inUse() + lease.waiting())
                        .sum();
        for (Seen seen : all) {
            if (seen == outermost || seen.inUse() + seen.waiting() < IDLE) {
                continue;
            }
            nesting.holder.put(seen.name(), outermost.name());
            double requests = rates.getOrDefault(outermost.name(), 0.0);
            double each = rates.getOrDefault(seen.name(), 0.0) / requests;
            double needed = (seen.inUse() + seen.waiting()) / Math.max(1, each);
            Seen lease = seen.kind().lease() ? null : fullest(leases);
            if (lease != null && elsewhere < TOO_FEW * needed && lease.inUse() >= TOO_FEW * needed) {
                nesting.holder.put(seen.name(), lease.name());
                nesting.reasons.add(String.format(
                        Locale.ROOT,
                        "Of %s requests, %s wait for or hold %s: %s are elsewhere, and %s takes %s at least. So that is done while a slot of %s is held",
                        number(outermost.inUse()),
                        number(lease.inUse() + lease.waiting()),
                        lease.name(),
                        number(Math.max(0, elsewhere)),
                        seen.name(),
                        number(needed),
                        lease.name()));
            }
        }
        return nesting;
    }

    private static String number(double value) {
        return value >= 100 ? String.valueOf(Math.round(value)) : String.format(Locale.ROOT, "%.1f", value);
    }

    private static @Nullable Seen fullest(List<Seen> leases) {
        Seen fullest = null;
        for (Seen lease : leases) {
            if (fullest == null || lease.inUse() > fullest.inUse()) {
                fullest = lease;
            }
        }
        return fullest;
    }

    /** The station whose holders are in this one; null for the outermost, and for those of which nothing is known. */
    @Nullable
    String holder(String name) {
        return holder.get(name);
    }

    @Nullable
    Seen outermost() {
        return outermost;
    }

    /** Why something is in a station that would do without. */
    List<String> reasons() {
        return reasons;
    }
}
