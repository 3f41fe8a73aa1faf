package dev.headgate.systems.trips;

import dev.headgate.Gate;
import java.util.List;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** The analytics store, through the gate {@code analytics}: one slow write for any number of trips. */
@Component
class AnalyticsStore {
    private final Gate gate;
    private final Pauses pauses;
    private final JdbcTemplate jdbc;

    AnalyticsStore(@Qualifier("analytics") Gate gate, Pauses pauses, JdbcTemplate jdbc) {
        this.gate = gate;
        this.pauses = pauses;
        this.jdbc = jdbc;
    }

    /** Records trips; one that is there already is only counted. Blocks for the store's time. */
    void record(List<RideCompleted> rides) throws InterruptedException {
        gate.run(() -> {
            pauses.analytics();
            insert(Deliveries.of(rides));
        });
    }

    /** In the order of the ids, so that two writers of the same trips wait for each other instead of deadlocking. */
    private void insert(Deliveries rides) {
        jdbc.update("""
                insert into analytics (trip_id, zone, fare_cents, minutes, deliveries)
                select * from unnest(?::uuid[], ?::text[], ?::bigint[], ?::int[], ?::int[]) as t (trip_id, zone, fare, minutes, n)
                order by trip_id
                on conflict (trip_id) do update set deliveries = analytics.deliveries + excluded.deliveries""", call -> {
            call.setArray(1, call.getConnection().createArrayOf("uuid", rides.tripIds()));
            call.setArray(2, call.getConnection().createArrayOf("text", rides.zones()));
            call.setArray(3, call.getConnection().createArrayOf("bigint", rides.fares()));
            call.setArray(4, call.getConnection().createArrayOf("int", rides.minutes()));
            call.setArray(5, call.getConnection().createArrayOf("int", rides.times()));
        });
    }
}
