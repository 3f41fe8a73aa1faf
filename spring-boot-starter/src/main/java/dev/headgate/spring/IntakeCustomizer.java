package dev.headgate.spring;

import dev.headgate.kafka.IntakeBuilder;

/**
 * A bean that has the last word on how an intake is built, for what properties cannot say: {@code notBefore} and {@code expiresAt} as functions of
 * a record, say. Called once for each intake, members of a group included, while the application context starts.
 */
@FunctionalInterface
public interface IntakeCustomizer {

    /**
     * Changes what is to be built.
     *
     * @param name the intake's name, as under {@code headgate.intakes}; the same for all members
     * @param builder what properties and handler have said so far
     */
    void customize(String name, IntakeBuilder<?, ?> builder);
}
