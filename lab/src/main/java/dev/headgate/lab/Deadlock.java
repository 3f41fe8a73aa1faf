package dev.headgate.lab;

/** Jobs wait for helpers, and helpers start jobs: once every slot is with somebody who waits for the other, nothing moves. */
final class Deadlock implements Incident {
    @Override
    public String name() {
        return "deadlock";
    }

    @Override
    public String about() {
        return "a job needs a helper, and the helper starts another job: all slots are with those who wait for the other";
    }

    @Override
    public Trouble draw(Dice dice) {
        Pool jobs = Pool.at(Pool.rate(dice), "jobs", 8, Times.Shape.LOGNORMAL, dice);
        int helpers = Math.max(2, jobs.slots() / 2);
        return GateTrouble.named(name(), dice)
                .gate(jobs.gate(), jobs.slots())
                .gate("helpers", helpers)
                .traffic(new Traffic.Users(6 * jobs.slots()))
                .work(
                        jobs.toString(),
                        site -> site.in(
                                jobs.gate(),
                                () -> site.in("helpers", () -> {
                                    if (site.fixed("straight")) {
                                        site.sleep(jobs.times());
                                    } else {
                                        site.in(jobs.gate(), jobs.times());
                                    }
                                })))
                .truth(jobs.gate(), "helpers")
                .lift(jobs.gate(), 2 * jobs.slots())
                .lift("helpers", 2 * helpers)
                .fix(Fix.code("straight", "the helper does the work itself"));
    }
}
