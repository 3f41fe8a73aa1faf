package dev.headgate.bridge;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;

/**
 * Commits offsets as clients of 0.8.2 did, over a socket of its own, to a broker that is alone. Protocol: Kafka's protocol guide; OffsetCommit v0 and v1 (key
 * 8), GroupCoordinator v0 (key 10).
 */
final class OldCommits implements AutoCloseable {
    private static final int OFFSET_COMMIT = 8;
    private static final int GROUP_COORDINATOR = 10;
    private static final int NO_GENERATION = -1;
    private static final int PATIENCE_MS = 20_000;

    private final Socket socket;

    OldCommits(String bootstrap) throws IOException {
        int colon = bootstrap.indexOf(':');
        this.socket = new Socket(bootstrap.substring(0, colon), Integer.parseInt(bootstrap.substring(colon + 1)));
        socket.setSoTimeout(PATIENCE_MS);
    }

    private interface Body {
        void write(DataOutputStream out) throws IOException;
    }

    /** The answer, correlation id first. */
    private byte[] ask(int key, int version, Body body) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeShort(key);
        out.writeShort(version);
        out.writeInt(key);
        text(out, "test");
        body.write(out);
        DataOutputStream wire = new DataOutputStream(socket.getOutputStream());
        wire.writeInt(bytes.size());
        bytes.writeTo(wire);
        wire.flush();
        DataInputStream in = new DataInputStream(socket.getInputStream());
        byte[] answer = new byte[in.readInt()];
        in.readFully(answer);
        return answer;
    }

    private static void text(DataOutputStream out, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeShort(bytes.length);
        out.write(bytes);
    }

    void inZooKeeper(String group, String topic, Map<Integer, Long> offsets) {
        commit(0, group, topic, offsets);
    }

    void inKafka(String group, String topic, Map<Integer, Long> offsets) {
        until(() -> {
            byte[] answer = ask(GROUP_COORDINATOR, 0, out -> text(out, group));
            return answer[4] == 0 && answer[5] == 0;
        });
        commit(1, group, topic, offsets);
    }

    private void commit(int version, String group, String topic, Map<Integer, Long> offsets) {
        offsets.forEach((partition, offset) -> until(() -> {
            byte[] answer = ask(OFFSET_COMMIT, version, out -> {
                text(out, group);
                if (version == 1) {
                    out.writeInt(NO_GENERATION);
                    text(out, "");
                }
                out.writeInt(1);
                text(out, topic);
                out.writeInt(1);
                out.writeInt(partition);
                out.writeLong(offset);
                if (version == 1) {
                    out.writeLong(System.currentTimeMillis());
                }
                text(out, "");
            });
            return answer[answer.length - 2] == 0 && answer[answer.length - 1] == 0;
        }));
    }

    private static void until(java.util.concurrent.Callable<Boolean> done) {
        Awaitility.await().atMost(Duration.ofMillis(PATIENCE_MS)).until(done);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
