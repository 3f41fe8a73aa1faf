package dev.headgate.kafka;

import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Some records that are handled together. Records of one key (or one partition, where that is the order) stand in
 * offset order. Owned by the handler's thread.
 */
public final class Batch<K, V> implements Iterable<Delivery<K, V>> {
    private final List<Delivery<K, V>> deliveries;
    private final @Nullable Outcome[] settled;

    Batch(List<Delivery<K, V>> deliveries) {
        this.deliveries = List.copyOf(deliveries);
        this.settled = new Outcome[deliveries.size()];
    }

    public int size() {
        return deliveries.size();
    }

    public Delivery<K, V> get(int index) {
        return deliveries.get(index);
    }

    public List<Delivery<K, V>> deliveries() {
        return deliveries;
    }

    /**
     * Says how one record of the batch ended. Where records are ordered, those of the same key behind one that is to be
     * tried again are tried again with it, whatever was said of them.
     *
     * @throws IndexOutOfBoundsException if there is no record at {@code index}
     */
    public void settle(int index, Outcome outcome) {
        settled[Objects.checkIndex(index, settled.length)] = Objects.requireNonNull(outcome, "outcome");
    }

    @Nullable
    Outcome settled(int index) {
        return settled[index];
    }

    @Override
    public Iterator<Delivery<K, V>> iterator() {
        return deliveries.iterator();
    }
}
