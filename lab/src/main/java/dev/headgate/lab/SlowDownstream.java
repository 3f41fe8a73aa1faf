package dev.headgate.lab;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * A pool in front of a database that does each call more slowly the more it has of them: more slots make it worse, fewer make it
 * better. The time follows the Universal Scalability Law: s (1 + a (n - 1) + b n (n - 1)) with n calls at once. (N. J. Gunther, Guerrilla
 * Capacity Planning, 2007.)
 */
final class SlowDownstream implements Incident {
    private static final double CONTENTION = 0.02;

    @Override
    public String name() {
        return "slow-downstream";
    }

    @Override
    public String about() {
        return "the pool is full, but what is behind it slows down under more: more slots make it worse";
    }

    @Override
    public Trouble draw(Dice dice) {
        double alone = dice.number(20, 15, 25);
        double crosstalk = dice.number(0.002, 0.0015, 0.003);
        int best = (int) Math.round(Math.sqrt((1 - CONTENTION) / crosstalk));
        int slots = (int) Math.round(best * dice.number(2.7, 2.4, 3.2));
        Fix more = new Fix("more", "pool " + slots + " -> " + 2 * slots, Map.of("pool", 2 * slots), Set.of(), false);
        Fix fewer = new Fix("fewer", "pool " + slots + " -> " + best, Map.of("pool", best), Set.of(), false);
        String times = String.format(
                Locale.ROOT, "pool takes %.1f ms (1 + %.3f (n - 1) + %.4f n (n - 1))", alone, CONTENTION, crosstalk);
        return GateTrouble.named(name(), dice)
                .gate("pool", slots)
                .traffic(new Traffic.Tide(3 * slots / 2, best, 3, 0.3))
                .work(
                        times,
                        site -> site.in("pool", () -> {
                            int n = site.gate("pool").stats().inUse();
                            site.sleep(
                                    "pool",
                                    Times.constant(alone * (1 + CONTENTION * (n - 1) + crosstalk * n * (n - 1))));
                        }))
                .truth("pool")
                .fix(more)
                .fix(fewer)
                .arms(List.of(Set.of("more"), Set.of("fewer")));
    }
}
