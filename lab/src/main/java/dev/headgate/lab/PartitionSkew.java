package dev.headgate.lab;

/** Four partitions in order, and one of them has most of the records. */
final class PartitionSkew implements Incident {
    private static final int LANES = 4;

    @Override
    public String name() {
        return "partition-skew";
    }

    @Override
    public String about() {
        return "four partitions are handled in order, and one of them has most of the records";
    }

    @Override
    public Trouble draw(Dice dice) {
        double share = dice.number(0.55, 0.45, 0.7);
        double rate = Pool.rate(dice) * 0.8;
        Times times = new Times(dice.shape(Times.Shape.LOGNORMAL), 1e3 / (share * rate));
        int buffer = dice.whole(60, 40, 100);
        GateTrouble trouble = GateTrouble.named(name(), dice).gate("buffer", buffer);
        for (int i = 0; i < LANES; i++) {
            trouble = trouble.serialGate("partition-" + i);
        }
        int slots = (int) Math.ceil(3 * rate * times.meanMillis() / 1e3);
        return trouble.gate("calls", slots)
                .traffic(new Traffic.Backlog(4 * buffer))
                .work(
                        String.format("a call takes %s, %.0f %% are in partition-0", times, 100 * share),
                        site -> site.in("buffer", () -> {
                            if (site.fixed("by-key")) {
                                site.in("calls", times);
                            } else {
                                int lane = site.chance(share) ? 0 : 1 + site.choice(LANES - 1);
                                site.in("partition-" + lane, () -> site.in("calls", times));
                            }
                        }))
                .truth("partition-0")
                .lift("buffer", 3 * buffer)
                .lift("calls", 3 * slots)
                .fix(Fix.code("by-key", "order by key instead of by partition"));
    }
}
