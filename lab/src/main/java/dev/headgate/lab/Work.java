package dev.headgate.lab;

/** The life of one record in a small incident. Runs on a virtual thread; returns when the record has ended. */
@FunctionalInterface
interface Work {
    void live(Site site) throws Exception;
}
