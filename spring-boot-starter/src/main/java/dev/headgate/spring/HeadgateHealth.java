package dev.headgate.spring;

import dev.headgate.kafka.Health;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

/** Health of the intakes that start with the application, all or nothing, with what each says of itself. */
final class HeadgateHealth implements HealthIndicator {
    private final Intakes intakes;
    private final Predicate<Health> well;
    private final Status otherwise;

    private HeadgateHealth(Intakes intakes, Predicate<Health> well, Status otherwise) {
        this.intakes = intakes;
        this.well = well;
        this.otherwise = otherwise;
    }

    /** Down when an intake's thread does not poll or has ended; never because handlers are slow. */
    static HeadgateHealth liveness(Intakes intakes) {
        return new HeadgateHealth(intakes, Health::live, Status.DOWN);
    }

    /** Out of service until every intake has been told its partitions. */
    static HeadgateHealth readiness(Intakes intakes) {
        return new HeadgateHealth(intakes, Health::ready, Status.OUT_OF_SERVICE);
    }

    @Override
    public org.springframework.boot.health.contributor.Health health() {
        boolean all = true;
        Map<String, Object> details = new LinkedHashMap<>();
        for (Member member : intakes.members()) {
            if (intakes.autoStart(member)) {
                Health health = intakes.of(member).health();
                all &= well.test(health);
                details.put(member.name(), health.toString());
            }
        }
        return org.springframework.boot.health.contributor.Health.status(all ? Status.UP : otherwise)
                .withDetails(details)
                .build();
    }
}
