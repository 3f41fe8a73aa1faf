package dev.headgate.lab;

/** A lease that is held while somebody else works: a connection taken before a remote call and given back after it. */
final class PinnedLease implements Incident {
    private static final Times OWN = Times.constant(1);

    @Override
    public String name() {
        return "pinned-lease";
    }

    @Override
    public String about() {
        return "a connection is held for 1 ms of work and for as long as a remote call takes, whose pool is full";
    }

    @Override
    public Trouble draw(Dice dice) {
        double rate = Pool.rate(dice);
        Pool remote = Pool.at(rate, "remote", 8, Times.Shape.LOGNORMAL, dice);
        // Without the wait for the pool, the leases would do for so many times the rate.
        double spare = dice.number(2, 1.6, 2.5);
        int leases = (int) Math.ceil(spare * rate * (remote.times().meanMillis() + OWN.meanMillis()) / 1e3);
        return GateTrouble.named(name(), dice)
                .gate("lease", leases)
                .gate(remote.gate(), remote.slots())
                .traffic(new Traffic.Users(5 * leases))
                .work(
                        remote + ", own work " + OWN,
                        site -> site.in("lease", () -> {
                            site.in(remote.gate(), remote.times());
                            site.sleep(OWN);
                        }))
                .truth(remote.gate())
                .lift("lease", 3 * leases)
                .lift(remote.gate(), 3 * remote.slots());
    }
}
