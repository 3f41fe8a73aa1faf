package dev.headgate.systems.trips;

import dev.headgate.kafka.Batch;
import dev.headgate.kafka.Delivery;
import dev.headgate.spring.IntakeHandler;
import java.util.List;
import org.springframework.stereotype.Component;

/** The three consumer groups: each does one thing with a completed ride, at its own pace. They are described in {@code trips.yaml}. */
@Component
class RideConsumers {
    private final AnalyticsStore analytics;
    private final Receipts receipts;
    private final SurgePrices surge;

    RideConsumers(AnalyticsStore analytics, Receipts receipts, SurgePrices surge) {
        this.analytics = analytics;
        this.receipts = receipts;
        this.surge = surge;
    }

    @IntakeHandler("trip-analytics")
    void analytics(Batch<String, RideCompleted> batch) throws InterruptedException {
        analytics.record(rides(batch));
    }

    @IntakeHandler("trip-notifications")
    void notifications(RideCompleted ride) throws InterruptedException {
        receipts.send(ride);
    }

    @IntakeHandler("surge-recalculation")
    void surge(Batch<String, RideCompleted> batch) throws InterruptedException {
        surge.recompute(rides(batch));
    }

    private static List<RideCompleted> rides(Batch<String, RideCompleted> batch) {
        return batch.deliveries().stream().map(Delivery::value).toList();
    }
}
