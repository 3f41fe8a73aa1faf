package dev.headgate.soak;

import java.util.List;
import java.util.Map;

/**
 * What came out of a soak. The components have only text, numbers, truth values, lists and maps in them, so the record can be
 * written as JSON as it is.
 *
 * @param soak its name
 * @param options what it was run with
 * @param seed the seed it was run with
 * @param seconds how long it took
 * @param figures what was measured, under names that end in their unit
 * @param rows what was measured for each kill, mode or the like; all have the same names
 * @param checks what had to hold, and whether it did
 */
public record SoakResult(
        String soak,
        Map<String, Long> options,
        long seed,
        double seconds,
        Map<String, Object> figures,
        List<Map<String, Object>> rows,
        List<Check> checks) {

    /** How something that had to hold came out. */
    public enum Verdict {
        HELD,
        FAILED,
        /** It depends on the machine's speed, and others had the machine. */
        NOT_JUDGED
    }

    /**
     * One thing that had to hold.
     *
     * @param what the guarantee, as a sentence
     * @param verdict whether it held
     * @param pace whether it depends on how fast the machine is, so that it means something only on one with nothing else to do
     * @param measured what was seen, and the first examples of what was wrong
     */
    public record Check(String what, Verdict verdict, boolean pace, String measured) {
        static Check of(String what, boolean held, String measured) {
            return new Check(what, held ? Verdict.HELD : Verdict.FAILED, false, measured);
        }

        @Override
        public String toString() {
            return String.format("%-10s  %s (%s)", verdict, what, measured);
        }
    }

    /** Whether nothing failed. */
    public boolean passed() {
        return !checks.isEmpty() && checks.stream().noneMatch(check -> check.verdict() == Verdict.FAILED);
    }

    /** The result for a person, line by line. */
    public List<String> lines() {
        return SoakText.lines(this);
    }
}
