package dev.headgate.bridge.source08;

import dev.headgate.bridge.source.OffsetRange;
import dev.headgate.bridge.source.SourcePartition;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import kafka.api.PartitionOffsetRequestInfo;
import kafka.common.ErrorMapping;
import kafka.common.TopicAndPartition;
import kafka.javaapi.OffsetRequest;
import kafka.javaapi.OffsetResponse;
import kafka.javaapi.consumer.SimpleConsumer;

/** Asks a leader for the first and the end offset of partitions. */
final class Ranges {

    private static final long LATEST = -1;
    private static final long EARLIEST = -2;

    private Ranges() {}

    /** The broker answered with an error. */
    static final class Refused extends Exception {
        private static final long serialVersionUID = 1;

        Refused(SourcePartition partition, short code) {
            super(partition + ": " + name(code));
        }
    }

    /** The name of an error, as Kafka's old classes have it. */
    static String name(short code) {
        String name = ErrorMapping.exceptionFor(code).getClass().getSimpleName();
        return name.endsWith("Exception") ? name.substring(0, name.length() - "Exception".length()) : name;
    }

    /** One partition's. Blocks. */
    static OffsetRange ask(SimpleConsumer leader, String clientId, SourcePartition partition) throws Refused {
        Map<SourcePartition, Short> refused = new HashMap<>();
        OffsetRange range = ask(leader, clientId, List.of(partition), refused).get(partition);
        if (range == null) {
            throw new Refused(partition, refused.getOrDefault(partition, ErrorMapping.UnknownCode()));
        }
        return range;
    }

    /**
     * Those of several partitions. Blocks.
     *
     * @param refused gets the error's code for those that the broker gave none for
     */
    static Map<SourcePartition, OffsetRange> ask(
            SimpleConsumer leader,
            String clientId,
            Collection<SourcePartition> partitions,
            Map<SourcePartition, Short> refused) {
        Map<SourcePartition, Long> first = offsets(leader, clientId, partitions, EARLIEST, refused);
        Map<SourcePartition, Long> end = offsets(leader, clientId, partitions, LATEST, refused);
        Map<SourcePartition, OffsetRange> ranges = new HashMap<>();
        first.forEach((partition, from) -> {
            Long to = end.get(partition);
            if (to != null) {
                ranges.put(partition, new OffsetRange(from, Math.max(from, to)));
            }
        });
        return ranges;
    }

    private static Map<SourcePartition, Long> offsets(
            SimpleConsumer leader,
            String clientId,
            Collection<SourcePartition> partitions,
            long time,
            Map<SourcePartition, Short> refused) {
        Map<TopicAndPartition, PartitionOffsetRequestInfo> request = new HashMap<>();
        for (SourcePartition p : partitions) {
            request.put(new TopicAndPartition(p.topic(), p.partition()), new PartitionOffsetRequestInfo(time, 1));
        }
        OffsetResponse response = leader.getOffsetsBefore(new OffsetRequest(request, (short) 0, clientId));
        Map<SourcePartition, Long> offsets = new HashMap<>();
        for (SourcePartition p : partitions) {
            short code = response.errorCode(p.topic(), p.partition());
            long[] found = code == ErrorMapping.NoError() ? response.offsets(p.topic(), p.partition()) : new long[0];
            if (found.length == 0) {
                refused.put(p, code);
            } else {
                offsets.put(p, found[0]);
            }
        }
        return offsets;
    }
}
