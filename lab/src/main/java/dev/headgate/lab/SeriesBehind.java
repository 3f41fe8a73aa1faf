package dev.headgate.lab;

/** A pool with a second one behind it that is full at a somewhat higher rate: the first fix gains little. */
final class SeriesBehind implements Incident {
    @Override
    public String name() {
        return "series-behind";
    }

    @Override
    public String about() {
        return "a pool is full, and right behind it stands another that is full a little later";
    }

    @Override
    public Trouble draw(Dice dice) {
        double rate = Pool.rate(dice);
        Pool front = Pool.at(rate, "front", 7, Times.Shape.LOGNORMAL, dice);
        Pool back = Pool.at(rate * dice.number(1.3, 1.2, 1.6), "back", 12, Times.Shape.LOGNORMAL, dice);
        return GateTrouble.named(name(), dice)
                .gate(front.gate(), front.slots())
                .gate(back.gate(), back.slots())
                .traffic(new Traffic.Users(6 * (front.slots() + back.slots())))
                .work(front + ", " + back, site -> {
                    site.in(front.gate(), front.times());
                    site.in(back.gate(), back.times());
                })
                .truth(front.gate())
                .lift(front.gate(), 3 * front.slots())
                .lift(back.gate(), 3 * back.slots());
    }
}
