package dev.headgate.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * A method of a bean that handles the records of one intake, which {@code headgate.intakes.<name>} describes. One method an intake.
 *
 * <p>The one parameter says what the method gets:
 * <ul>
 *   <li>{@code Delivery<K, V>}: one record, with its key, headers and position;
 *   <li>{@code Batch<K, V>}: several at once, as many as {@code headgate.intakes.<name>.batch} says; returns void, and says of a single record how it
 *       ended with {@code Batch.settle};
 *   <li>anything else: the record's value. A record without a value fails its attempt, unless the parameter is {@code @Nullable}.
 * </ul>
 *
 * <p>The method returns nothing (done), an {@code Outcome}, or a {@code CompletionStage} whose end is the attempt's end. Throwing is a
 * retry. It is called on a virtual thread of the intake, by as many at once as {@code in-flight} and {@code ordering} allow, and may block.
 *
 * <p>Keys and values are decoded by their types: those for which Kafka has a deserialiser of its own (String, byte[], Long, Integer,
 * UUID, ...) by that, all others from JSON by the application's {@code JsonMapper}. {@code headgate.intakes.<name>.value-deserializer} and
 * {@code key-deserializer} name a bean that does it instead. A wildcard is a {@code byte[]}.
 */
@Documented
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface IntakeHandler {

    /** The intake's name, as under {@code headgate.intakes}. */
    String value();
}
