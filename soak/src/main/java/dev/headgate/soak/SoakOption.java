package dev.headgate.soak;

/**
 * One number that may be set.
 *
 * @param name lower-case letters
 * @param what what it means, with its unit
 * @param quick its value in a quick run, as CI makes it
 * @param full its value in the full run
 */
public record SoakOption(String name, String what, long quick, long full) {}
