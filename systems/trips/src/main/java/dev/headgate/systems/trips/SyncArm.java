package dev.headgate.systems.trips;

import java.util.List;

/** Everything in the request, one after the other. A request that is given up in the middle leaves the rest undone. */
final class SyncArm implements SideEffects {
    private final AnalyticsStore analytics;
    private final Receipts receipts;
    private final SurgePrices surge;

    SyncArm(AnalyticsStore analytics, Receipts receipts, SurgePrices surge) {
        this.analytics = analytics;
        this.receipts = receipts;
        this.surge = surge;
    }

    @Override
    public void after(RideCompleted ride) throws InterruptedException {
        List<RideCompleted> one = List.of(ride);
        analytics.record(one);
        receipts.send(ride);
        surge.recompute(one);
    }
}
