package dev.headgate.doctor.probe;

/**
 * A page, and when it was read.
 *
 * @param at monotonic, ns
 */
record Scrape(Page page, long at) {}
