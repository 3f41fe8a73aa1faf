package dev.headgate.kafka;

import java.util.List;

/** Records that one call of a batch handler gets. It is posted back whole; of its flights those count that are finished, the others were withdrawn. */
final class Bundle extends Entry {
    final List<Flight> flights;

    Bundle(List<Flight> flights) {
        this.flights = List.copyOf(flights);
    }
}
