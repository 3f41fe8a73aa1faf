package dev.headgate.systems.hotelads;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the price feed has produced so far, as it says itself.
 *
 * @param sent prices handed to the producer
 * @param acknowledged prices that Kafka has acknowledged
 * @param failed prices that it has not, and will not
 * @param perPartition acknowledged prices by partition
 */
public record Produced(long sent, long acknowledged, long failed, Map<Integer, Long> perPartition) {
    static final Produced NOTHING = new Produced(0, 0, 0, Map.of());

    public Produced {
        perPartition = Map.copyOf(perPartition);
    }

    /** One line: {@code sent acknowledged failed partition:count ...}. */
    String line() {
        StringBuilder line = new StringBuilder();
        line.append(sent).append(' ').append(acknowledged).append(' ').append(failed);
        new TreeMap<>(perPartition)
                .forEach((partition, count) ->
                        line.append(' ').append(partition).append(':').append(count));
        return line.toString();
    }

    /** Reads a {@link #line}. */
    static Produced parse(String line) {
        List<String> words = List.of(line.split(" "));
        Map<Integer, Long> perPartition = new TreeMap<>();
        for (String word : words.subList(3, words.size())) {
            int colon = word.indexOf(':');
            perPartition.put(Integer.valueOf(word.substring(0, colon)), Long.valueOf(word.substring(colon + 1)));
        }
        return new Produced(
                Long.parseLong(words.get(0)), Long.parseLong(words.get(1)), Long.parseLong(words.get(2)), perPartition);
    }
}
