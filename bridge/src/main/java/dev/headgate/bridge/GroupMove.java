package dev.headgate.bridge;

/**
 * What became of one group's position in one partition.
 *
 * @param sourceOffset where it stands on the source
 * @param targetOffset where it was put on the target; -1 if it was not
 * @param problem why not, or empty
 */
public record GroupMove(
        String group, String topic, int partition, long sourceOffset, long targetOffset, String problem) {

    /** Whether it was carried over. */
    public boolean moved() {
        return targetOffset >= 0;
    }
}
