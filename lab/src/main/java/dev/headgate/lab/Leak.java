package dev.headgate.lab;

/** Some holders never give their slot back: an error path without a close. More slots only last a little longer. */
final class Leak implements Incident {
    @Override
    public String name() {
        return "leak";
    }

    @Override
    public String about() {
        return "one call in some dozens never gives its slot back: a response that nobody reads to its end";
    }

    @Override
    public Trouble draw(Dice dice) {
        double rate = Pool.rate(dice);
        Pool pool = Pool.at(rate, "pool", 10, Times.Shape.LOGNORMAL, dice);
        // The slots left fall by half in about one and a half seconds.
        double share = dice.number(0.5, 0.4, 0.6) * pool.slots() / rate;
        return GateTrouble.named(name(), dice)
                .gate(pool.gate(), pool.slots())
                .traffic(new Traffic.Users(4 * pool.slots()))
                .work(String.format("%s, 1 in %.0f is not given back", pool, 1 / share), site -> {
                    var pass = site.gate(pool.gate()).enter();
                    try {
                        site.sleep(pool.gate(), pool.times());
                    } finally {
                        if (site.fixed("give-back") || !site.chance(share)) {
                            pass.close();
                        }
                    }
                })
                .truth(pool.gate())
                .lift(pool.gate(), 2 * pool.slots())
                .fix(Fix.code("give-back", "every call gives its slot back"));
    }
}
