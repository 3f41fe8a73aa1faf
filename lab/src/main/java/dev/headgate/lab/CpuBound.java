package dev.headgate.lab;

/** Every pool is full, and none of them is the limit: the processor is. */
final class CpuBound implements Incident {
    private static final Times REMOTE = Times.constant(2);

    @Override
    public String name() {
        return "cpu-bound";
    }

    @Override
    public String about() {
        return "two pools are full because their holders wait for the processor";
    }

    @Override
    public Trouble draw(Dice dice) {
        int cores = Runtime.getRuntime().availableProcessors();
        double burnt = dice.number(4, 3, 6);
        int slots = cores * dice.whole(4, 3, 6);
        return GateTrouble.named(name(), dice)
                .gate("workers", 2 * slots)
                .gate("sql", slots)
                .traffic(new Traffic.Users(6 * slots))
                .work(
                        String.format("each burns %.1f ms of processor in sql", burnt),
                        site -> site.in("workers", () -> {
                            site.sleep(REMOTE);
                            site.in("sql", () -> {
                                site.sleep(REMOTE);
                                Burner.calibrated().burn(burnt);
                            });
                        }))
                .truth("cpu")
                .lift("workers", 4 * slots)
                .lift("sql", 2 * slots)
                .needsTheMachine();
    }
}
