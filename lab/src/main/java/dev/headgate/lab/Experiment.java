package dev.headgate.lab;

import java.util.List;
import java.util.function.Consumer;

/**
 * A comparison: one system built in several ways, each under the same load. An {@link Incident} asks what limits a system and what lifting
 * that brings; here another way of building it is the cure, and what is promised of it is checked.
 */
interface Experiment {

    /** Under which it is asked for: lower case, with hyphens. */
    String name();

    /** What it is, in one line. */
    String about();

    /** The ways, the sick one first. */
    List<Way> ways();

    /**
     * Runs the ways one after the other, in their order. Blocks until all is over, and everything it started has ended.
     *
     * @param ways some of {@link #ways}
     * @param quick whether it is to show that all works, with rough figures
     * @param progress told what is going on, in words
     * @throws InterruptedException when interrupted; what was started has ended then too
     */
    Comparison run(List<Way> ways, boolean quick, Consumer<String> progress) throws InterruptedException;
}
