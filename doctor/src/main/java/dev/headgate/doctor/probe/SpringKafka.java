package dev.headgate.doctor.probe;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Listeners of spring-kafka: a series for each thread, named {@code <listener>-<number>}, so that counting series gives the concurrency.
 * Who waits is the lag, which is as old as the last fetch.
 */
final class SpringKafka implements Library {
    private static final String COUNT = "spring_kafka_listener_seconds_count";
    private static final String SUM = "spring_kafka_listener_seconds_sum";

    @Override
    public List<Figure> read(Page page) {
        Map<String, List<String>> threads = new TreeMap<>();
        for (Map<String, String> labels : page.groups(COUNT, "name")) {
            String name = labels.getOrDefault("name", "");
            threads.computeIfAbsent(name.replaceFirst("-\\d+$", ""), listener -> new ArrayList<>())
                    .add(name);
        }
        double lag = page.sum("kafka_consumer_fetch_manager_records_lag", Map.of());
        boolean each = !Double.isNaN(lag);
        String meter = "kafka_consumer_fetch_manager_records_lag" + (each ? "" : "_max");
        List<Figure> all = new ArrayList<>();
        threads.forEach((listener, names) -> all.add(Figure.of(page, Map.of(), Kind.LISTENER, "listener " + listener)
                .value(Figure.CAPACITY, names.size(), "number of series of " + COUNT + ", one a thread")
                .meter(
                        Figure.ENDED,
                        COUNT,
                        sample -> names.contains(sample.labels().get("name")),
                        ", of this listener")
                .value(
                        Figure.WAITING,
                        threads.size() == 1 ? page.sum(meter, Map.of()) : Double.NaN,
                        meter + ", as old as the last fetch")
                .meter(
                        Figure.HELD,
                        SUM,
                        sample -> names.contains(sample.labels().get("name")),
                        ", of this listener")
                .read()));
        return all;
    }

    @Override
    public List<String> knows() {
        return List.of("spring_kafka_");
    }
}
