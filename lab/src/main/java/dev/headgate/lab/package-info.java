/**
 * The lab: incidents whose truth is known by construction, replayed with their faults switched on and off, and what the doctor said
 * beforehand beside what is then measured.
 */
@NullMarked
package dev.headgate.lab;

import org.jspecify.annotations.NullMarked;
