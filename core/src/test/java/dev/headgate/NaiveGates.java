package dev.headgate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What gates are meant to do, written as plainly as possible: lists, and integrals summed tick by tick. The yardstick
 * of {@link GateModelTest}.
 */
final class NaiveGates {

    static final class Visitor {
        final House house;
        final @Nullable Visitor parent;
        final long arrived;
        long entered;

        Visitor(House house, @Nullable Visitor parent, long arrived) {
            this.house = house;
            this.parent = parent;
            this.arrived = arrived;
        }

        boolean waits() {
            return house.waiters.contains(this);
        }

        boolean holds() {
            return house.holders.contains(this);
        }

        boolean isInside(House outer) {
            return parent != null && parent.house == outer && parent.holds() && (waits() || holds());
        }
    }

    static final class House {
        final String name;
        int capacity;
        final List<Visitor> waiters = new ArrayList<>();
        final List<Visitor> holders = new ArrayList<>();
        long entries;
        long exits;
        long cancelled;
        long waitNanos;
        long holdNanos;
        long inUseNanos;
        long waitingNanos;
        long insideNanos;
        final Map<String, long[]> insides = new TreeMap<>(); // name -> entries, wait, hold

        House(String name, int capacity) {
            this.name = name;
            this.capacity = capacity;
        }

        long[] inside(Visitor visitor) {
            return insides.computeIfAbsent(visitor.house.name, name -> new long[3]);
        }
    }

    final List<House> houses = new ArrayList<>();
    final List<Visitor> visitors = new ArrayList<>();
    long now;

    NaiveGates(long now) {
        this.now = now;
    }

    House open(String name, int capacity) {
        House house = new House(name, capacity);
        houses.add(house);
        return house;
    }

    void tick(long by) {
        now += by;
        for (House house : houses) {
            house.inUseNanos += house.holders.size() * by;
            house.waitingNanos += house.waiters.size() * by;
            for (Visitor holder : house.holders) {
                boolean inside = false;
                for (Visitor visitor : visitors) {
                    if (visitor.parent == holder && visitor.isInside(house)) {
                        inside = true;
                        house.inside(visitor)[visitor.waits() ? 1 : 2] += by;
                    }
                }
                house.insideNanos += inside ? by : 0;
            }
        }
    }

    Visitor arrive(House house, @Nullable Visitor parent, boolean mayWait) {
        Visitor visitor = new Visitor(house, parent, now);
        if (house.waiters.isEmpty() && house.holders.size() < house.capacity) {
            visitors.add(visitor);
            enter(visitor);
        } else if (mayWait) {
            visitors.add(visitor);
            house.waiters.add(visitor);
            if (parent != null && visitor.isInside(parent.house)) {
                parent.house.inside(visitor);
            }
        }
        return visitor;
    }

    void leave(Visitor visitor) {
        if (visitor.holds()) {
            House house = visitor.house;
            house.holders.remove(visitor);
            house.exits++;
            house.holdNanos += now - visitor.entered;
            admit(house);
        }
    }

    boolean cancel(Visitor visitor) {
        if (!visitor.waits()) {
            return false;
        }
        visitor.house.waiters.remove(visitor);
        visitor.house.cancelled++;
        visitor.house.waitNanos += now - visitor.arrived;
        return true;
    }

    void resize(House house, int capacity) {
        house.capacity = capacity;
        admit(house);
    }

    GateStats stats(House house) {
        List<Inside> insides = new ArrayList<>();
        house.insides.forEach((name, sums) -> {
            List<Visitor> there = visitors.stream()
                    .filter(visitor -> visitor.house.name.equals(name) && visitor.isInside(house))
                    .toList();
            insides.add(new Inside(
                    name,
                    (int) there.stream().filter(Visitor::waits).count(),
                    (int) there.stream().filter(Visitor::holds).count(),
                    sums[0],
                    sums[1],
                    sums[2]));
        });
        return new GateStats(
                house.name,
                now,
                house.capacity,
                house.holders.size(),
                house.waiters.size(),
                house.entries,
                house.exits,
                house.cancelled,
                house.waitNanos,
                house.holdNanos,
                house.inUseNanos,
                house.waitingNanos,
                house.holders.stream().mapToLong(v -> now - v.entered).max().orElse(0),
                house.waiters.stream().mapToLong(v -> now - v.arrived).max().orElse(0),
                house.insideNanos,
                insides);
    }

    private void admit(House house) {
        while (!house.waiters.isEmpty() && house.holders.size() < house.capacity) {
            enter(house.waiters.remove(0));
        }
    }

    private void enter(Visitor visitor) {
        House house = visitor.house;
        house.holders.add(visitor);
        house.entries++;
        house.waitNanos += now - visitor.arrived;
        visitor.entered = now;
        Visitor parent = visitor.parent;
        if (parent != null && visitor.isInside(parent.house)) {
            parent.house.inside(visitor)[0]++;
        }
    }
}
