package dev.headgate.kafka;

/** What a worker takes from the line: one record, or a batch of them. */
abstract class Entry extends Message {}
