package dev.headgate.systems.hotelads;

import dev.headgate.kafka.IntakeStats;

/**
 * Keeps account of prices by id where the system itself decides, and by number where the intake does: a price that the intake drops or
 * dead-letters never reaches code that could note its id. Ids count from 0 without gaps, so one that is missing shows.
 */
final class Ledger {
    static final String UNFINISHED = "unfinished";

    private final IdSet unfinished = new IdSet();

    /** Notes a price that the handler drops because the upstream is not finished with it. Any thread. */
    void unfinished(long id) {
        unfinished.add(id);
    }

    /**
     * Closes the books. An id counts as accounted for when it arrived at the ads service or was dropped by the handler; of the other
     * ids as many are accounted for as the intake says it dropped or dead-lettered by itself.
     */
    Books close(Produced produced, IntakeStats intake, AdsService ads) {
        long accounted = ads.ids().unionSize(unfinished);
        long byIntake = intake.dead() + intake.droppedTotal() - intake.dropped().getOrDefault(UNFINISHED, 0L);
        AdsCounts counts = ads.counts();
        return new Books(
                produced.acknowledged(),
                produced.failed(),
                intake.done(),
                intake.dropped(),
                intake.dead(),
                Math.max(0, produced.acknowledged() - accounted - byIntake),
                counts.repeated(),
                counts.expired());
    }
}
