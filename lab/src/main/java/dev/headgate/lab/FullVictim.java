package dev.headgate.lab;

/** A wide outer gate that is full only because of the narrow one in it. */
final class FullVictim implements Incident {
    @Override
    public String name() {
        return "full-victim";
    }

    @Override
    public String about() {
        return "in-flight is full to the last slot, but only because everybody in it waits for the pool";
    }

    @Override
    public Trouble draw(Dice dice) {
        Pool pool = Pool.at(Pool.rate(dice), "pool", 6, Times.Shape.LOGNORMAL, dice);
        int inFlight = dice.whole(15, 10, 25) * pool.slots();
        return GateTrouble.named(name(), dice)
                .gate("in-flight", inFlight)
                .gate(pool.gate(), pool.slots())
                .traffic(new Traffic.Backlog(3 * inFlight))
                .work(pool.toString(), site -> site.in("in-flight", () -> site.in(pool.gate(), pool.times())))
                .truth(pool.gate())
                .lift("in-flight", 2 * inFlight)
                .lift(pool.gate(), 3 * pool.slots());
    }
}
