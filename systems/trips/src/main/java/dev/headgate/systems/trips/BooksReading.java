package dev.headgate.systems.trips;

import java.util.List;

/**
 * The books at one moment.
 *
 * @param trips the number of recorded trips
 * @param groups analytics, notifications and surge, in this order, under the names of their consumer groups
 */
public record BooksReading(long trips, List<GroupBooks> groups) {

    public BooksReading {
        groups = List.copyOf(groups);
    }

    /** Recorded trips that a group has not processed, summed over the groups. */
    public long lost() {
        return groups.stream().mapToLong(GroupBooks::lost).sum();
    }

    /** How often a group was asked again, summed over the groups. */
    public long repeated() {
        return groups.stream().mapToLong(GroupBooks::repeated).sum();
    }

    /** Whether every group has processed every trip. */
    public boolean complete() {
        return lost() == 0;
    }
}
