package dev.headgate.bridge;

/** What a record gets that has no timestamp, as all of 0.8 and 0.9. */
public enum Timestamps {
    /** The time at which the bridge wrote it. The target's retention then counts from there. */
    NOW,
    /** 0, that is 1970: readers can tell that there was none, and time-based retention of the target takes such records at once. */
    NONE
}
