package dev.headgate.bridge;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * That the name of a bridge is this run's, as written down on the target before its workers begin. A producer that is told that a newer one has taken its
 * place cannot know whether that is so, or whether its transaction only took longer than the target allows; whoever has the name can.
 *
 * <p>Safe for use by any thread; every method blocks for the target's answer.
 */
final class Claim {
    private final Target target;
    private final Positions positions;
    private final String bridge;
    private final Positions.Owner owner;

    Claim(Target target, Positions positions, String bridge, String from) {
        this.target = target;
        this.positions = positions;
        this.bridge = bridge;
        this.owner = new Positions.Owner(UUID.randomUUID().toString(), from);
    }

    /** Takes the name. @throws BridgeException if that cannot be written */
    void make() {
        Duration patience = target.patience();
        Map<String, Object> properties = new HashMap<>(target.clientProperties());
        properties.put("max.block.ms", (int) patience.toMillis());
        properties.put("delivery.timeout.ms", (int) patience.toMillis());
        properties.put("request.timeout.ms", (int) patience.toMillis() / 2);
        try (var producer = new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.send(positions.owner(bridge, owner)).get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new BridgeException("Interrupted before the bridge had begun", e);
        } catch (ExecutionException e) {
            BridgeException ending = Failures.ending(e, bridge);
            throw ending != null
                    ? ending
                    : new BridgeException("Positions cannot be written to the target: " + Failures.reason(e), e);
        }
    }

    /**
     * Whether nobody has taken it since.
     *
     * @throws org.apache.kafka.common.KafkaException if the target does not say
     */
    boolean holds() {
        return owner.equals(positions
                .read(target.clientProperties(), target.patience())
                .bridges()
                .get(bridge));
    }
}
