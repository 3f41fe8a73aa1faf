package dev.headgate.lab;

/** Three pools in a row, full at the same rate: no fix alone helps, nor do two. */
final class ThreeAtOnce implements Incident {
    @Override
    public String name() {
        return "three-at-once";
    }

    @Override
    public String about() {
        return "three pools in a row, full at the same rate: neither one fix nor two bring anything";
    }

    @Override
    public Trouble draw(Dice dice) {
        double rate = Pool.rate(dice);
        Pool read = Pool.at(rate, "read", 8, Times.Shape.LOGNORMAL, dice);
        Pool price = Pool.at(rate, "price", 6, Times.Shape.LOGNORMAL, dice);
        Pool write = Pool.at(rate, "write", 10, Times.Shape.LOGNORMAL, dice);
        return GateTrouble.named(name(), dice)
                .gate(read.gate(), read.slots())
                .gate(price.gate(), price.slots())
                .gate(write.gate(), write.slots())
                .traffic(new Traffic.Users(6 * (read.slots() + price.slots() + write.slots())))
                .work(read + ", " + price + ", " + write, site -> {
                    site.in(read.gate(), read.times());
                    site.in(price.gate(), price.times());
                    site.in(write.gate(), write.times());
                })
                .truth(read.gate(), price.gate(), write.gate())
                .lift(read.gate(), 3 * read.slots())
                .lift(price.gate(), 3 * price.slots())
                .lift(write.gate(), 3 * write.slots());
    }
}
