package dev.headgate.lab;

/** A pool with too few slots, and nothing else. */
final class OnePool implements Incident {
    @Override
    public String name() {
        return "one-pool";
    }

    @Override
    public String about() {
        return "one pool is full, and there is nothing else";
    }

    @Override
    public Trouble draw(Dice dice) {
        Pool pool = Pool.at(Pool.rate(dice), "pool", 8, Times.Shape.LOGNORMAL, dice);
        return GateTrouble.named(name(), dice)
                .gate(pool.gate(), pool.slots())
                .traffic(new Traffic.Users(4 * pool.slots()))
                .work(pool.toString(), site -> site.in(pool.gate(), pool.times()))
                .truth(pool.gate())
                .lift(pool.gate(), 3 * pool.slots());
    }
}
