package dev.headgate.bridge;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.stream.IntStream;
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
    private final int workers;
    private final String from;
    private final String run = UUID.randomUUID().toString();

    Claim(Target target, Positions positions, String bridge, int workers, String from) {
        this.target = target;
        this.positions = positions;
        this.bridge = bridge;
        this.workers = workers;
        this.from = from;
    }

    /** Of a worker, from 0. */
    static String transactionalId(String bridge, int worker) {
        return bridge + "-" + worker;
    }

    /**
     * Takes the name, and puts out all workers that any run before had under it, also those that this run has no successor for.
     *
     * @param transactions whether the workers have transactional ids
     * @throws BridgeException if that cannot be written
     */
    void make(boolean transactions) {
        int before = workersSoFar();
        write(new Positions.Owner(run, Math.max(workers, before), from));
        // Read again: who has come between both is to be put out as well, and who comes later puts out this one.
        int most = workersSoFar();
        if (transactions && most > workers) {
            target.fence(IntStream.range(workers, most)
                    .mapToObj(worker -> transactionalId(bridge, worker))
                    .toList());
        }
    }

    private int workersSoFar() {
        return owners().stream().mapToInt(Positions.Owner::workers).max().orElse(0);
    }

    private List<Positions.Owner> owners() {
        return positions.owners(target.clientProperties(), target.patience(), bridge);
    }

    private void write(Positions.Owner owner) {
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
        List<Positions.Owner> owners = owners();
        return !owners.isEmpty() && owners.getLast().run().equals(run);
    }
}
