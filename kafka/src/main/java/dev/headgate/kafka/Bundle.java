package dev.headgate.kafka;

import java.util.List;

/** Records that one call of a batch handler gets; the flights are posted back one by one. */
final class Bundle extends Entry {
    final List<Flight> flights;

    Bundle(List<Flight> flights) {
        this.flights = List.copyOf(flights);
    }
}
