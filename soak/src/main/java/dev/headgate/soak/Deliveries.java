package dev.headgate.soak;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Reads the journal for what at-least-once promises: no record is lost; what an acknowledged commit says is completed was done, is
 * never taken back, and is not handled again; and records are handled again only because the process that had them was killed.
 */
final class Deliveries {
    private final Track[] tracks;
    private final List<? extends Life> lives;
    private final Map<Integer, Map<Integer, List<CommitLog.Entry>>> commits = new HashMap<>();
    private final Map<Integer, KillReport> killed = new HashMap<>();
    private final List<KillReport> kills = new ArrayList<>();
    private final long[] doneInLife;
    private final long[] acknowledgedAt;
    private long started;
    private long redelivered;
    private long acknowledged;
    private int longestMetadata;

    private final Broken lost = new Broken("every record was done");
    private final Broken early = new Broken("no acknowledged commit is ahead of what was done");
    private final Broken back = new Broken("no acknowledged commit takes back what an earlier one said");
    private final Broken covered = new Broken("nothing that an acknowledged commit has is handled again");
    private final Broken doubled = new Broken("records are handled again only because their process was killed");

    /** One run of a process. */
    interface Life {
        String name();

        /** Its number, from 1. */
        int life();
    }

    /** @param commitsOf what a life sent, by number */
    Deliveries(int partitions, List<? extends Life> lives, IntFunction<Map<Integer, List<CommitLog.Entry>>> commitsOf) {
        this.tracks = Stream.generate(Track::new).limit(partitions).toArray(Track[]::new);
        this.lives = List.copyOf(lives);
        this.doneInLife = new long[lives.size() + 1];
        this.acknowledgedAt = new long[lives.size() + 1];
        for (Life life : lives) {
            commits.put(life.life(), commitsOf.apply(life.life()));
        }
    }

    /** The next event, in the order of the journal. */
    void see(Event event) {
        switch (event.kind()) {
            case STARTED -> started(event);
            case DONE -> {
                tracks[event.partition()].done((int) event.offset(), event.life(), event.slot());
                doneInLife[event.life()]++;
            }
            case ACKNOWLEDGED -> acknowledged(event);
            case KILLED -> killed(event);
            default -> {
                // Of no account here.
            }
        }
    }

    private void started(Event event) {
        int offset = (int) event.offset();
        Track track = tracks[event.partition()];
        int before = track.startedIn(offset);
        started++;
        if (before != 0) {
            redelivered++;
            KillReport kill = killed.get(before);
            if (kill == null) {
                doubled.add(() ->
                        at(event) + " in life " + event.life() + " after life " + before + ", which was not killed");
            } else {
                kill.redelivered++;
            }
            if (track.cover.has(offset)) {
                covered.add(() -> at(event) + " in life " + event.life());
            }
        }
        track.started(offset, event.life());
    }

    private void acknowledged(Event event) {
        acknowledged++;
        acknowledgedAt[event.life()] = event.nanos();
        List<CommitLog.Entry> entries =
                commits.getOrDefault(event.life(), Map.of()).getOrDefault((int) event.extra(), List.of());
        for (CommitLog.Entry entry : entries) {
            longestMetadata = Math.max(longestMetadata, entry.metadata().length());
            Track track = tracks[entry.partition()];
            Cover now = Cover.of(entry);
            Cover before = track.cover;
            for (long offset = Math.min(before.frontier(), now.frontier()); offset < now.end(); offset++) {
                long at = offset;
                if (now.has(offset) && track.doneIn((int) offset) == 0) {
                    early.add(() -> entry.partition() + "@" + at + " in a commit of life " + event.life());
                }
            }
            for (long offset = now.frontier(); offset < before.end(); offset++) {
                long at = offset;
                if (before.has(offset) && !now.has(offset)) {
                    back.add(() -> entry.partition() + "@" + at + " in a commit of life " + event.life());
                }
            }
            track.cover = now;
        }
    }

    private void killed(Event event) {
        int life = event.life();
        KillReport kill = new KillReport(lives.get(life - 1).name(), life);
        kill.done = doneInLife[life];
        if (acknowledgedAt[life] != 0) {
            kill.sinceAcknowledgedMillis = (event.nanos() - acknowledgedAt[life]) / 1_000_000;
        }
        for (Track track : tracks) {
            int lowestInFlight = -1;
            long behind = 0;
            for (int offset = 0; offset < track.end(); offset++) {
                if (track.startedIn(offset) != life) {
                    continue;
                }
                boolean done = track.doneIn(offset) == life;
                if (!done && lowestInFlight < 0) {
                    lowestInFlight = offset;
                }
                if (done && lowestInFlight >= 0) {
                    behind++;
                }
                if (track.cover.has(offset)) {
                    continue;
                }
                if (!done) {
                    kill.inFlight++;
                } else if (track.doneAt(offset) >= track.cover.mark()) {
                    kill.sinceCommit++;
                } else {
                    kill.atCommit++;
                }
            }
            kill.behind = Math.max(kill.behind, behind);
        }
        kills.add(kill);
        killed.put(life, kill);
    }

    /** The journal is at its end. */
    void end(long[] ends) {
        for (int p = 0; p < tracks.length; p++) {
            for (int offset = 0; offset < ends[p]; offset++) {
                if (tracks[p].doneIn(offset) == 0) {
                    String at = p + "@" + offset;
                    lost.add(() -> at);
                }
            }
        }
    }

    List<KillReport> kills() {
        return kills;
    }

    /** In which life a record was last done; 0 if it was not. */
    int doneIn(int partition, long offset) {
        return tracks[partition].doneIn((int) offset);
    }

    /** Handler calls that repeated an earlier one. */
    long redelivered() {
        return redelivered;
    }

    long lost() {
        return lost.count();
    }

    int longestMetadata() {
        return longestMetadata;
    }

    /** What has to hold whatever happened. */
    List<SoakResult.Check> checks(long[] ends, int inFlight) {
        long produced = IntStream.range(0, ends.length).mapToLong(p -> ends[p]).sum();
        Broken bound = new Broken("redelivered <= in flight at the kill + done since the last acknowledged commit");
        Broken late = new Broken("what was done before a commit is in it, but for what was in flight then");
        for (KillReport kill : kills) {
            if (kill.redelivered > kill.bound()) {
                bound.add(() -> kill.row().toString());
            }
            if (kill.atCommit > inFlight) {
                late.add(() -> kill.row().toString());
            }
        }
        String commitsSeen = String.format("%,d acknowledged commits", acknowledged);
        List<SoakResult.Check> checks = new ArrayList<>();
        checks.add(lost.check(String.format("%,d records", produced)));
        checks.add(early.check(commitsSeen));
        checks.add(back.check(commitsSeen));
        checks.add(doubled.check(String.format("%,d of %,d handler calls were repeats", redelivered, started)));
        if (!kills.isEmpty()) {
            checks.add(covered.check(String.format("%,d records handled again", redelivered)));
            checks.add(bound.check(String.format(
                    "%,d kills, %,d of at most %,d records",
                    kills.size(),
                    kills.stream().mapToLong(kill -> kill.redelivered).sum(),
                    kills.stream().mapToLong(KillReport::bound).sum())));
            checks.add(late.check(String.format(
                    "at most %,d",
                    kills.stream().mapToLong(kill -> kill.atCommit).max().orElse(0))));
        }
        return checks;
    }

    private static String at(Event event) {
        return event.partition() + "@" + event.offset();
    }
}
