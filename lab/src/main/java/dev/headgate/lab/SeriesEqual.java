package dev.headgate.lab;

/** Two pools one after the other, full at the same rate: either alone brings nothing. */
final class SeriesEqual implements Incident {
    @Override
    public String name() {
        return "series-equal";
    }

    @Override
    public String about() {
        return "two pools one after the other, full at the same rate: either fix alone brings nothing";
    }

    @Override
    public Trouble draw(Dice dice) {
        double rate = Pool.rate(dice);
        Pool first = Pool.at(rate, "first", 8, Times.Shape.LOGNORMAL, dice);
        Pool second = Pool.at(rate, "second", 6, Times.Shape.LOGNORMAL, dice);
        return GateTrouble.named(name(), dice)
                .gate(first.gate(), first.slots())
                .gate(second.gate(), second.slots())
                .traffic(new Traffic.Users(6 * (first.slots() + second.slots())))
                .work(first + ", " + second, site -> {
                    site.in(first.gate(), first.times());
                    site.in(second.gate(), second.times());
                })
                .truth(first.gate(), second.gate())
                .lift(first.gate(), 3 * first.slots())
                .lift(second.gate(), 3 * second.slots());
    }
}
