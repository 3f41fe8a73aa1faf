package dev.headgate.lab;

/** Uses up processor time: the same work each time, so that who shares a core takes longer. Safe for use by any thread. */
final class Burner {
    private static final int ROUNDS = 20;
    private static final int STEPS = 2_000_000;

    private static volatile long sink;

    private final double stepsPerMilli;

    private Burner(double stepsPerMilli) {
        this.stepsPerMilli = stepsPerMilli;
    }

    /** For this machine; found out once. */
    static Burner calibrated() {
        return Calibrated.BURNER;
    }

    /** Made when it is first needed: to find out how fast the machine is, by the best of some tries, takes a tenth of a second. */
    private static final class Calibrated {
        private static final Burner BURNER = calibrate();
    }

    private static Burner calibrate() {
        double best = 0;
        for (int i = 0; i < ROUNDS; i++) {
            long from = System.nanoTime();
            sink = steps(STEPS, from);
            best = Math.max(best, STEPS * 1e6 / Math.max(1, System.nanoTime() - from));
        }
        return new Burner(best);
    }

    void burn(double millis) {
        sink = steps((long) (stepsPerMilli * millis), sink);
    }

    /** Of a linear congruential generator: each needs the one before, so that no compiler shortens them. */
    private static long steps(long number, long seed) {
        long value = seed;
        for (long i = 0; i < number; i++) {
            value = value * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
        }
        return value;
    }
}
