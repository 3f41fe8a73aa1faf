package dev.headgate.testkit;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/** The one question that an old broker is asked by the testkit, whose own client is too new for it (Kafka's protocol guide, Metadata v0). */
final class OldWire {

    private static final int METADATA = 3;
    private static final int PATIENCE_MS = 5_000;

    private OldWire() {}

    /** The leaders of the topic's partitions as the broker on 127.0.0.1 knows them; -1 for none. Empty if it does not know the topic. */
    static Map<Integer, Integer> leaders(int port, String topic) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress("127.0.0.1", port), PATIENCE_MS);
            socket.setSoTimeout(PATIENCE_MS);
            socket.getOutputStream().write(question(topic));
            return answer(new DataInputStream(socket.getInputStream()));
        }
    }

    private static byte[] question(String topic) throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(body);
        out.writeShort(METADATA);
        out.writeShort(0);
        out.writeInt(0);
        string(out, "headgate-testkit");
        out.writeInt(1);
        string(out, topic);
        ByteArrayOutputStream framed = new ByteArrayOutputStream();
        new DataOutputStream(framed).writeInt(body.size());
        body.writeTo(framed);
        return framed.toByteArray();
    }

    private static Map<Integer, Integer> answer(DataInputStream in) throws IOException {
        in.readInt(); // size
        in.readInt(); // correlation
        for (int brokers = in.readInt(); brokers > 0; brokers--) {
            in.readInt();
            in.skipNBytes(in.readShort());
            in.readInt();
        }
        Map<Integer, Integer> leaders = new TreeMap<>();
        for (int topics = in.readInt(); topics > 0; topics--) {
            in.readShort();
            in.skipNBytes(in.readShort());
            for (int partitions = in.readInt(); partitions > 0; partitions--) {
                in.readShort();
                int partition = in.readInt();
                leaders.put(partition, in.readInt());
                in.skipNBytes(4L * in.readInt()); // replicas
                in.skipNBytes(4L * in.readInt()); // those in sync
            }
        }
        return leaders;
    }

    private static void string(DataOutputStream out, String value) throws IOException {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        out.writeShort(bytes.length);
        out.write(bytes);
    }
}
