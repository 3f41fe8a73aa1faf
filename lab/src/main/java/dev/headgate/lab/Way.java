package dev.headgate.lab;

/**
 * A way of building a system.
 *
 * @param name under which it is asked for
 * @param about what it is, in a few words
 */
record Way(String name, String about) {}
