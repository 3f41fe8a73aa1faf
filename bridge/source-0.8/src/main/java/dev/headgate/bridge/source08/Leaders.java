package dev.headgate.bridge.source08;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Who leads which partition, and the connections to them; looks for leaders on a thread of its own. The rest is of the owner. */
final class Leaders {

    private static final long PATIENCE_AT_CLOSE = TimeUnit.SECONDS.toNanos(2);
    /** A search after this long without one is no repetition. */
    private static final long CALM = TimeUnit.SECONDS.toNanos(3);

    private final Settings settings;
    private final Set<Address> known;
    private final BlockingQueue<Event> events;
    private final Map<Address, Link> links = new LinkedHashMap<>();
    private final Backoff backoff = new Backoff();
    private final ExecutorService searcher;
    private @Nullable ClusterView view;
    private boolean wanted;
    private boolean searching;
    private long notBefore;
    private long lastSearch;

    /** @param known brokers that may be asked; grows with what they say */
    Leaders(Settings settings, Set<Address> known, BlockingQueue<Event> events, long now) {
        this.settings = settings;
        this.known = known;
        this.events = events;
        this.notBefore = now;
        this.lastSearch = now;
        this.searcher = Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task, "headgate-source-leaders");
            thread.setDaemon(true);
            return thread;
        });
    }

    Collection<Link> links() {
        return links.values();
    }

    /** The leaders that are known are no longer believed, or not enough. */
    void search() {
        wanted = true;
    }

    /** Whether a search is needed or under way. */
    boolean isSearching() {
        return wanted || searching;
    }

    /** Begins a search if one is needed and it is time. */
    void tick(long now) {
        if (!wanted || searching || now - notBefore < 0) {
            return;
        }
        if (now - lastSearch > CALM) {
            backoff.reset();
        }
        wanted = false;
        searching = true;
        lastSearch = now;
        notBefore = now + backoff.next();
        List<Address> brokers = inOrder(now);
        searcher.execute(() -> {
            try {
                events.add(new Event.Seen(Metadata.ask(brokers, settings)));
            } catch (Metadata.NobodyAnswers | RuntimeException e) {
                events.add(new Event.Unseen(e));
            }
        });
    }

    /** Brokers that answer other questions come first, and those that do not come last. */
    private List<Address> inOrder(long now) {
        List<Address> first = new ArrayList<>();
        List<Address> last = new ArrayList<>();
        for (Address broker : known) {
            Link link = links.get(broker);
            (link != null && !link.isFailing() && !link.isLate(now) ? first : last).add(broker);
        }
        first.addAll(last);
        return first;
    }

    /** A search has ended without an answer. */
    void unseen() {
        searching = false;
        wanted = true;
    }

    /** A search has ended: every reading goes to its leader, and connections to others are closed. */
    void seen(ClusterView view, Collection<Reading> readings, long now) {
        searching = false;
        know(view);
        Set<Link> used = new HashSet<>();
        for (Reading reading : readings) {
            place(reading, now);
            if (reading.link != null) {
                used.add(reading.link);
            }
        }
        links.values().removeIf(link -> {
            if (used.contains(link)) {
                return false;
            }
            link.close();
            return true;
        });
    }

    /** Uses what was learned elsewhere. */
    void know(ClusterView view) {
        this.view = view;
        known.addAll(view.brokers());
    }

    /** Whether the last view had the reading's partition, with or without a leader. */
    boolean exists(Reading reading) {
        return view != null && view.has(reading.partition);
    }

    /** Sends the reading to its leader; if there is none, a search is needed. */
    void place(Reading reading, long now) {
        Address leader = view == null ? null : view.leaders().get(reading.partition);
        if (leader == null) {
            reading.link = null;
            wanted = true;
            return;
        }
        Link link = links.computeIfAbsent(leader, address -> new Link(address, settings, events, now));
        if (reading.link != link) {
            link.add(reading);
        }
    }

    /** Ends all threads; waits 2 s at most for that. */
    void close() {
        searcher.shutdownNow();
        links.values().forEach(Link::close);
        try {
            long end = System.nanoTime() + PATIENCE_AT_CLOSE;
            for (Link link : links.values()) {
                link.join(end - System.nanoTime());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
