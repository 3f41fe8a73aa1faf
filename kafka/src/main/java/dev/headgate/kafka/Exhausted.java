package dev.headgate.kafka;

/** What becomes of a record whose attempts are used up. */
enum Exhausted {
    DEAD_LETTER,
    DROP,
    STOP
}
