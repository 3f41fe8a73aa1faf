package dev.headgate.bridge.source08;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The owner's side of a broker's connection: what it is being asked, and which partitions wait for their turn. Of the owner. */
final class Link {

    private static final long LATE = TimeUnit.SECONDS.toNanos(2);

    final Address address;
    final Backoff backoff = new Backoff();
    /** The partitions that it leads, those first that have waited longest; also some that have moved away. */
    private final Set<Reading> turn = new LinkedHashSet<>();

    private final BrokerThread thread;
    private @Nullable Question asked;
    private long askedAt;
    private long notBefore;
    private boolean failing;

    Link(Address address, Settings settings, BlockingQueue<Event> events, long now) {
        this.address = address;
        this.notBefore = now;
        this.thread = new BrokerThread(this, settings, events);
    }

    void add(Reading reading) {
        reading.link = this;
        reading.asked = null;
        turn.add(reading);
    }

    /** Those that are its own, in the order of their turns. */
    List<Reading> turn() {
        turn.removeIf(reading -> reading.link != this);
        return new ArrayList<>(turn);
    }

    /** Asks; {@link #isFree} must be true. */
    void ask(Question question, long now) {
        switch (question) {
            case Question.Records records -> {
                for (Question.Want want : records.wants) {
                    want.reading().asked = question;
                    turn.remove(want.reading());
                    turn.add(want.reading());
                }
            }
            case Question.Range range -> range.reading.asked = question;
        }
        asked = question;
        askedAt = now;
        thread.ask(question);
    }

    boolean isFree(long now) {
        return asked == null && now - notBefore >= 0;
    }

    /** The broker gave an answer, of whatever kind. */
    void answered() {
        asked = null;
        failing = false;
        backoff.reset();
    }

    /** The broker gave no answer. */
    void failed(long now) {
        asked = null;
        failing = true;
        notBefore = now + backoff.next();
    }

    boolean isFailing() {
        return failing;
    }

    /** How many bytes may come at any moment. */
    long askedBytes() {
        return asked instanceof Question.Records records && records.waitMs == 0 ? records.bytes : 0;
    }

    /** How long an answer has been due: ns, negative if it need not have come yet. */
    long overdue(long now) {
        if (asked == null) {
            return Long.MIN_VALUE;
        }
        long allowed = asked instanceof Question.Records records ? records.waitMs * 1_000_000L : 0;
        return now - askedAt - allowed;
    }

    /** Whether an answer is so late that others may know more. */
    boolean isLate(long now) {
        return overdue(now) > LATE;
    }

    void close() {
        thread.close();
    }

    void join(long nanos) throws InterruptedException {
        thread.join(nanos);
    }
}
