/**
 * Headgate in a Spring Boot application: gates and intakes as beans, from {@code headgate.*} properties and annotated methods.
 */
@NullMarked
package dev.headgate.spring;

import org.jspecify.annotations.NullMarked;
