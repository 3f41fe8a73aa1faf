package dev.headgate.soak;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Where one guarantee was broken: how often, and the first examples. */
final class Broken {
    private static final int EXAMPLES = 5;

    private final String what;
    private final List<String> examples = new ArrayList<>();
    private long count;

    /** @param what the guarantee, as a sentence */
    Broken(String what) {
        this.what = what;
    }

    void add(Supplier<String> example) {
        count++;
        if (examples.size() < EXAMPLES) {
            examples.add(example.get());
        }
    }

    long count() {
        return count;
    }

    /** @param seen what was looked at, for when nothing was broken */
    SoakResult.Check check(String seen) {
        return count == 0
                ? SoakResult.Check.of(what, true, seen)
                : SoakResult.Check.of(
                        what, false, String.format("%,d times, such as %s", count, String.join("; ", examples)));
    }
}
