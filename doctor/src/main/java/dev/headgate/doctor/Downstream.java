package dev.headgate.doctor;

/** Whether what is behind a gate keeps its pace when more are in it. */
sealed interface Downstream {

    /** The stretch of its times under load. */
    Slowdown slowdown();

    /** The most in use for which anything is known. */
    double seenTo();

    /**
     * The number in use varied, and times did not.
     *
     * @param seenFrom fewest in use
     * @param seenTo most in use
     */
    record Keeps(double seenFrom, double seenTo) implements Downstream {
        @Override
        public Slowdown slowdown() {
            return Slowdown.NONE;
        }
    }

    /**
     * Times grew with the number in use.
     *
     * @param slowdown by how much
     * @param seenFrom fewest in use
     * @param seenTo most in use
     */
    record Slows(Slowdown slowdown, double seenFrom, double seenTo) implements Downstream {

        /** Throughput with {@code n} in use over that with {@code reference} in use. */
        double throughputRatio(double n, double reference) {
            return n / slowdown.factor(n) / (reference / slowdown.factor(reference));
        }
    }

    /**
     * The number in use did not vary enough to tell.
     *
     * @param seenTo most in use
     */
    record Unknown(double seenTo) implements Downstream {
        @Override
        public Slowdown slowdown() {
            return Slowdown.NONE;
        }
    }
}
