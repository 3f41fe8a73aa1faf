package dev.headgate.bridge.source08;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.headgate.bridge.source.GroupPosition;
import dev.headgate.bridge.source.Source;
import dev.headgate.bridge.source.SourceException;
import dev.headgate.bridge.source.SourceOptions;
import dev.headgate.bridge.source.SourcePartition;
import dev.headgate.testkit.OldKafka;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import kafka.api.ConsumerMetadataRequest;
import kafka.common.ErrorMapping;
import kafka.common.OffsetAndMetadata;
import kafka.common.TopicAndPartition;
import kafka.javaapi.ConsumerMetadataResponse;
import kafka.javaapi.OffsetCommitRequest;
import kafka.javaapi.OffsetCommitResponse;
import kafka.network.BlockingChannel;
import org.I0Itec.zkclient.ZkClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(180)
class GroupOffsetsTest {

    private static final Set<SourcePartition> PRICES = Reads.partitions("prices", 2);
    private static final SourcePartition PRICES_0 = new SourcePartition("prices", 0);
    private static final SourcePartition PRICES_1 = new SourcePartition("prices", 1);

    @Test
    void groupsInZooKeeperAndInKafkaAreFoundTheLaterOneCounts() throws Exception {
        try (OldKafka kafka = OldKafka.launch()) {
            kafka.createTopic("prices", 2);
            commit(kafka, "old", 0, Map.of(0, 41L));
            try (Source source = Reads.open(kafka.bootstrap(), null)) {
                assertThat(source.groupPositions(Set.of("old"), PRICES))
                        .containsExactly(new GroupPosition("old", PRICES_0, 41, ""));
                SourceOptions options =
                        new SourceOptions(kafka.bootstrap(), Map.of(), null, "test", Duration.ofSeconds(30));
                assertThat(Metadata.ask(Address.parse(kafka.bootstrap()), Settings.of(options))
                                .topics())
                        .as("asking creates nothing")
                        .containsOnlyKeys("prices");
                assertThatThrownBy(() -> source.groupPositions(Set.of(), PRICES))
                        .isInstanceOf(SourceException.class)
                        .hasMessageContaining("name the groups, or give the source's ZooKeeper");

                commit(kafka, "new", 1, Map.of(0, 7L, 1, 8L));
                commit(kafka, "both", 0, Map.of(0, 100L, 1, 200L));
                commit(kafka, "both", 1, Map.of(0, 150L, 1, 150L));
                assertThat(source.groupPositions(Set.of("new", "both", "none"), PRICES))
                        .containsExactlyInAnyOrder(
                                new GroupPosition("new", PRICES_0, 7, "v1"),
                                new GroupPosition("new", PRICES_1, 8, "v1"),
                                new GroupPosition("both", PRICES_0, 150, "v1"),
                                new GroupPosition("both", PRICES_1, 200, ""));
            }
            // What a consumer of the time does when it starts, wherever it keeps its offsets.
            ZkClient zookeeper = new ZkClient(kafka.zookeeper());
            zookeeper.createPersistent("/consumers/new/ids", true);
            zookeeper.close();
            try (Source source = Reads.open(kafka.bootstrap(), kafka.zookeeper())) {
                assertThat(source.groupPositions(Set.of(), PRICES))
                        .extracting(GroupPosition::group)
                        .containsExactlyInAnyOrder("old", "new", "new", "both", "both");
            }
        }
    }

    /** Commits as clients of the time did: version 0 to ZooKeeper by any broker, version 1 to Kafka by the coordinator. */
    private static void commit(OldKafka kafka, String group, int version, Map<Integer, Long> offsets) {
        int port =
                Integer.parseInt(kafka.bootstrap().substring(kafka.bootstrap().indexOf(':') + 1));
        BlockingChannel channel = new BlockingChannel("127.0.0.1", port, -1, -1, 10_000);
        channel.connect();
        if (version == 1) {
            await().atMost(60, TimeUnit.SECONDS).until(() -> {
                channel.send(new ConsumerMetadataRequest(group, (short) 0, 0, "test"));
                return ConsumerMetadataResponse.readFrom(channel.receive().buffer())
                                .errorCode()
                        == ErrorMapping.NoError();
            });
        }
        Map<TopicAndPartition, OffsetAndMetadata> request = new LinkedHashMap<>();
        offsets.forEach((partition, offset) -> request.put(
                new TopicAndPartition("prices", partition),
                new OffsetAndMetadata(offset, "v" + version, System.currentTimeMillis())));
        await().atMost(60, TimeUnit.SECONDS).until(() -> {
            channel.send(new OffsetCommitRequest(group, request, 0, "test", (short) version).underlying());
            OffsetCommitResponse response =
                    OffsetCommitResponse.readFrom(channel.receive().buffer());
            return !response.hasError();
        });
        channel.disconnect();
    }

    @Test
    void nothingIsAskedForNothing() {
        try (OldKafka kafka = OldKafka.launch();
                Source source = Reads.open(kafka.bootstrap(), null)) {
            assertThat(source.groupPositions(Set.of("some"), List.of())).isEmpty();
        }
    }
}
