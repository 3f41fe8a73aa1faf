package dev.headgate.kafka;

import org.jspecify.annotations.Nullable;

/** Something that another thread has to say to the owner; a node of the mailbox's own list, so that telling it allocates nothing. */
abstract class Message {
    /** The message posted before this one; written by the poster before it is published, then the owner's. */
    @Nullable
    Message earlier;

    /** How many messages hang below this one, this one included. */
    int depth;
}
