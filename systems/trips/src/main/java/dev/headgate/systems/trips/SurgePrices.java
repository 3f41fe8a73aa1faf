package dev.headgate.systems.trips;

import dev.headgate.Gate;
import java.util.List;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/**
 * Surge prices of zones, through the gate {@code surge}. A zone's demand is the number of its trips, fading with a time constant of ten minutes; its
 * multiplier grows with it from 1 to 3.
 */
@Component
class SurgePrices {
    private final Gate gate;
    private final Pauses pauses;
    private final JdbcTemplate jdbc;

    SurgePrices(@Qualifier("surge") Gate gate, Pauses pauses, JdbcTemplate jdbc) {
        this.gate = gate;
        this.pauses = pauses;
        this.jdbc = jdbc;
    }

    /** Recomputes the zones of these trips; a trip that was counted already is not counted again. Blocks for the model's time. */
    void recompute(List<RideCompleted> rides) throws InterruptedException {
        gate.run(() -> {
            pauses.surge();
            update(Deliveries.of(rides));
        });
    }

    /** Rows in the order of their keys, so that two writers wait for each other instead of deadlocking; {@code xmax} is 0 in a new row. */
    private void update(Deliveries rides) {
        jdbc.update("""
                with counted as (
                  insert into surge_trips (trip_id, zone, deliveries)
                  select * from unnest(?::uuid[], ?::text[], ?::int[]) as t (trip_id, zone, n) order by trip_id
                  on conflict (trip_id) do update set deliveries = surge_trips.deliveries + excluded.deliveries
                  returning zone, xmax = 0 as fresh
                )
                insert into surge (zone, trips, demand, multiplier, updated_at)
                select zone, count(*), count(*), 1 + least(2, count(*) / 1000.0), clock_timestamp()
                from counted where fresh group by zone order by zone
                on conflict (zone) do update set
                  trips = surge.trips + excluded.trips,
                  demand = surge.demand * exp(extract(epoch from surge.updated_at - excluded.updated_at) / 600) + excluded.demand,
                  multiplier = 1 + least(2, excluded.demand / 1000
                    + surge.demand * exp(extract(epoch from surge.updated_at - excluded.updated_at) / 600) / 1000),
                  updated_at = greatest(surge.updated_at, excluded.updated_at)""", call -> {
            call.setArray(1, call.getConnection().createArrayOf("uuid", rides.tripIds()));
            call.setArray(2, call.getConnection().createArrayOf("text", rides.zones()));
            call.setArray(3, call.getConnection().createArrayOf("int", rides.times()));
        });
    }
}
