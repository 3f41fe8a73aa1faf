package dev.headgate.systems.trips;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/**
 * The time that things take which this system only stands in for: the fare's tariffs and maps, the analytics store, the surge model. Safe for use by
 * any thread; a pause holds no connection.
 */
@Component
class Pauses {
    private static final Logger log = LoggerFactory.getLogger(Pauses.class);

    private final Duration fare;
    private final Duration analytics;
    private final Duration surge;
    private final JdbcTemplate jdbc;
    private volatile double analyticsFactor = 1;

    Pauses(TripsProperties properties, JdbcTemplate jdbc) {
        this.fare = times(properties.delays().fare(), properties.scale());
        this.analytics = times(properties.delays().analytics(), properties.scale());
        this.surge = times(properties.delays().surge(), properties.scale());
        this.jdbc = jdbc;
        look();
    }

    void fare() throws InterruptedException {
        Thread.sleep(fare);
    }

    void analytics() throws InterruptedException {
        Thread.sleep(times(analytics, analyticsFactor));
    }

    void surge() throws InterruptedException {
        Thread.sleep(surge);
    }

    /** How slow the analytics store is can be changed from outside while the service runs. */
    @Scheduled(fixedDelayString = "1s")
    final void look() {
        try {
            analyticsFactor =
                    jdbc
                            .queryForList("select factor from slowness where downstream = 'analytics'", Double.class)
                            .stream()
                            .mapToDouble(Double::doubleValue)
                            .findFirst()
                            .orElse(1);
        } catch (DataAccessException e) {
            log.debug("How slow analytics should be cannot be read; it stays {} times", analyticsFactor, e);
        }
    }

    static Duration times(Duration duration, double factor) {
        return Duration.ofNanos(Math.round(duration.toNanos() * factor));
    }
}
