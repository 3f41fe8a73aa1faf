package dev.headgate.systems.trips;

/** How an arm does what the rider does not wait for. Called once for each trip, by the request's thread, which it may keep. */
interface SideEffects {

    /** Called in the transaction that records the trip; what it throws undoes it. */
    default void within(RideCompleted ride) {}

    /** Called when the trip is recorded for good. */
    default void after(RideCompleted ride) throws InterruptedException {}
}
