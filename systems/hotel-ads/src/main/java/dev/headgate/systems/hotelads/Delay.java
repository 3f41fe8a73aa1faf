package dev.headgate.systems.hotelads;

import java.time.Duration;

/** How the pipeline sees to it that the upstream is finished with a price before the price is pushed. */
public sealed interface Delay {

    /** It does not. */
    record None() implements Delay {}

    /** Each price is held until so long after its creation: the upstream will be finished by then. */
    record Hold(Duration afterCreation) implements Delay {}

    /** The price says so itself; one that the upstream has not finished is dropped, and the finished one follows. */
    record FinishedFlag() implements Delay {}
}
