package dev.headgate.doctor.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** gRPC: calls and their whole time, the queue for a stream (100 for each connection, by default) included. No bound is told. */
final class Grpc implements Library {

    @Override
    public List<Figure> read(Page page) {
        List<Figure> all = new ArrayList<>();
        for (Map<String, String> labels : page.groups("grpc_client_processing_duration_seconds_count", "service")) {
            all.add(times(page, labels, "grpc_client", Kind.CALLS, "grpc calls " + labels.get("service")));
        }
        if (page.has("grpc_server_processing_duration_seconds_count")) {
            all.add(times(page, Map.of(), "grpc_server", Kind.REQUESTS, "grpc requests"));
        }
        return all;
    }

    private static Figure times(Page page, Map<String, String> labels, String prefix, Kind kind, String station) {
        return Figure.of(page, labels, kind, station)
                .meter(Figure.ENDED, prefix + "_processing_duration_seconds_count")
                .meter(Figure.HELD, prefix + "_processing_duration_seconds_sum")
                .read();
    }

    @Override
    public List<String> knows() {
        return List.of("grpc_");
    }
}
