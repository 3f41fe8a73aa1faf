package dev.headgate.kafka;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether an intake is alive and ready, with slow told from lost.
 *
 * @param live false only when the owner thread has not polled for too long, or has ended with a failure: handlers, however
 *     slow, never make an intake dead
 * @param ready whether it is running and has had an assignment, even an empty one
 * @param cause the failure that stopped the intake, if one did
 * @param sincePollMillis time since the owner last polled, in ms
 * @param blocked lanes whose frontier has not moved for longer than the intake's limit, with the record that holds each
 *     back; slow, not dead
 */
public record Health(
        boolean live, boolean ready, @Nullable Throwable cause, long sincePollMillis, List<LaneStats> blocked) {}
