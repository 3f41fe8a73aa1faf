package dev.headgate.systems.trips;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

/** Trips with the number of times that each was delivered together: a statement may touch a row once. */
final class Deliveries {
    private final List<RideCompleted> rides = new ArrayList<>();
    private final List<Integer> times = new ArrayList<>();

    private Deliveries() {}

    static Deliveries of(List<RideCompleted> delivered) {
        Map<UUID, RideCompleted> byId = new LinkedHashMap<>();
        Map<UUID, Integer> count = new LinkedHashMap<>();
        for (RideCompleted ride : delivered) {
            byId.putIfAbsent(ride.tripId(), ride);
            count.merge(ride.tripId(), 1, Integer::sum);
        }
        Deliveries deliveries = new Deliveries();
        deliveries.rides.addAll(byId.values());
        deliveries.times.addAll(count.values());
        return deliveries;
    }

    Object[] tripIds() {
        return column(RideCompleted::tripId);
    }

    Object[] zones() {
        return column(RideCompleted::zone);
    }

    Object[] fares() {
        return column(RideCompleted::fareCents);
    }

    Object[] minutes() {
        return column(RideCompleted::minutes);
    }

    Object[] times() {
        return times.toArray();
    }

    private Object[] column(Function<RideCompleted, Object> value) {
        return rides.stream().map(value).toArray();
    }
}
