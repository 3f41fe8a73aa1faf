package dev.headgate.lab;

/** Records in order by key, and one key with a large part of them: what is in order is one after the other. */
final class HotKey implements Incident {
    private static final String KEY = "key h-1";

    @Override
    public String name() {
        return "hot-key";
    }

    @Override
    public String about() {
        return "records are handled in order by key, and one hotel has a large part of them";
    }

    @Override
    public Trouble draw(Dice dice) {
        double share = dice.number(0.4, 0.25, 0.5);
        double rate = Pool.rate(dice) * 0.8;
        Times times = new Times(dice.shape(Times.Shape.LOGNORMAL), 1e3 / (share * rate));
        // The pool would do for so many times the rate.
        int slots = (int) Math.ceil(dice.number(4, 3, 5) * rate * times.meanMillis() / 1e3);
        int inFlight = 4 * slots + dice.whole(30, 20, 50);
        return GateTrouble.named(name(), dice)
                .gate("in-flight", inFlight)
                .serialGate(KEY)
                .gate("calls", slots)
                .traffic(new Traffic.Backlog(5 * inFlight))
                .work(
                        String.format("a call takes %s, %.0f %% are for h-1", times, 100 * share),
                        site -> site.in("in-flight", () -> {
                            if (site.chance(share) && !site.fixed("spread")) {
                                site.in(KEY, () -> site.in("calls", times));
                            } else {
                                site.in("calls", times);
                            }
                        }))
                .truth(KEY)
                .lift("in-flight", 3 * inFlight)
                .lift("calls", 3 * slots)
                .fix(Fix.code("spread", "order by room, of which h-1 has many"));
    }
}
