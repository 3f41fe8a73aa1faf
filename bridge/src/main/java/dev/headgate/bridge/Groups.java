package dev.headgate.bridge;

import dev.headgate.bridge.source.GroupPosition;
import dev.headgate.bridge.source.SourcePartition;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** Puts consumer groups on the target where they stand on the source, and looks whether they stand there. */
final class Groups {
    private final Target target;
    private final Translation translation;

    Groups(Target target, Translation translation) {
        this.target = target;
        this.translation = translation;
    }

    /** Moves each group; one that cannot be moved leaves the others alone. Blocks. */
    List<GroupMove> move(List<GroupPosition> standing, Map<SourcePartition, Position> copied) {
        Map<String, List<GroupPosition>> byGroup = new TreeMap<>();
        standing.forEach(one ->
                byGroup.computeIfAbsent(one.group(), name -> new ArrayList<>()).add(one));
        List<GroupMove> moves = new ArrayList<>();
        byGroup.forEach((group, positions) -> moves.addAll(move(group, positions, copied)));
        return moves;
    }

    private List<GroupMove> move(String group, List<GroupPosition> standing, Map<SourcePartition, Position> copied) {
        Map<TopicPartition, OffsetAndMetadata> wanted = new HashMap<>();
        List<GroupMove> moves = new ArrayList<>();
        for (GroupPosition one : standing) {
            SourcePartition partition = one.partition();
            Position position = copied.get(partition);
            if (position == null) {
                continue;
            }
            switch (translation.translate(partition, position, one.offset())) {
                case Translation.Result.Found found -> {
                    wanted.put(
                            new TopicPartition(partition.topic(), partition.partition()),
                            new OffsetAndMetadata(found.offset(), one.metadata()));
                    moves.add(result(one, found.offset(), ""));
                }
                case Translation.Result.Missing missing -> moves.add(result(one, -1, missing.why()));
            }
        }
        if (wanted.isEmpty()) {
            return moves;
        }
        try {
            target.moveGroup(group, wanted);
        } catch (BridgeException e) {
            return moves.stream()
                    .map(move -> move.moved() ? failed(move, String.valueOf(e.getMessage())) : move)
                    .toList();
        }
        Map<TopicPartition, OffsetAndMetadata> now = target.group(group);
        return moves.stream().map(move -> checked(move, now)).toList();
    }

    private static GroupMove checked(GroupMove move, Map<TopicPartition, OffsetAndMetadata> now) {
        if (!move.moved()) {
            return move;
        }
        OffsetAndMetadata there = now.get(new TopicPartition(move.topic(), move.partition()));
        return there != null && there.offset() == move.targetOffset()
                ? move
                : failed(
                        move,
                        "the target has it at " + (there == null ? "no offset" : there.offset())
                                + " after it was put to " + move.targetOffset());
    }

    private static GroupMove result(GroupPosition one, long targetOffset, String problem) {
        return new GroupMove(
                one.group(),
                one.partition().topic(),
                one.partition().partition(),
                one.offset(),
                targetOffset,
                Objects.requireNonNull(problem));
    }

    private static GroupMove failed(GroupMove move, String problem) {
        return new GroupMove(move.group(), move.topic(), move.partition(), move.sourceOffset(), -1, problem);
    }
}
