package dev.headgate.systems.hotelads;

import dev.headgate.GateStats;
import dev.headgate.kafka.IntakeStats;
import java.util.List;

/**
 * The system at one moment.
 *
 * @param produced what the feed has produced, up to a fifth of a second ago
 * @param intake the intake
 * @param gates all gates, in the order in which a price meets them: in-flight, offers-grpc, ads-http
 * @param ads what the ads service has got
 */
public record Reading(Produced produced, IntakeStats intake, List<GateStats> gates, AdsCounts ads) {
    public Reading {
        gates = List.copyOf(gates);
    }
}
