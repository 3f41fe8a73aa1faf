package dev.headgate.lab;

/** Nothing is wrong: everything that comes is done at once. */
final class ArrivalBound implements Incident {
    @Override
    public String name() {
        return "arrival-bound";
    }

    @Override
    public String about() {
        return "everything that comes is done at once: no change is needed";
    }

    @Override
    public Trouble draw(Dice dice) {
        double rate = Pool.rate(dice);
        Pool pool = Pool.at(rate * dice.number(4, 2.5, 6), "pool", 14, Times.Shape.LOGNORMAL, dice);
        return GateTrouble.named(name(), dice)
                .gate(pool.gate(), pool.slots())
                .traffic(new Traffic.Arrivals(rate))
                .work(pool.toString(), site -> site.in(pool.gate(), pool.times()))
                .lift(pool.gate(), 3 * pool.slots());
    }
}
