package dev.headgate.bridge;

import org.jspecify.annotations.Nullable;

/**
 * How far one partition is copied, as it is kept on the target.
 *
 * @param first the source offset at which copying began
 * @param base where the target's partition ended then
 * @param next the source offset to read next
 * @param copied records written to the target since then, dropped and dead-lettered ones not counted
 * @param lastSource source offset of the last record that was written, -1 if none was
 * @param lastTarget where it lies on the target, -1 if none was, or if it lies in no known partition
 */
record Position(long first, long base, long next, long copied, long lastSource, long lastTarget) {
    private static final String VERSION = "1";

    /** Nothing is copied yet. */
    static Position at(long first, long base) {
        return new Position(first, base, first, 0, -1, -1);
    }

    /** As it is written: for a person with a console consumer as well. */
    String text() {
        return "v=" + VERSION + " first=" + first + " base=" + base + " next=" + next + " copied=" + copied + " source="
                + lastSource + " target=" + lastTarget;
    }

    /** Null where it is not of this form. */
    static @Nullable Position parse(String text) {
        String[] words = text.split(" ");
        if (words.length < 7 || !words[0].equals("v=" + VERSION)) {
            return null;
        }
        try {
            return new Position(
                    number(words[1], "first="),
                    number(words[2], "base="),
                    number(words[3], "next="),
                    number(words[4], "copied="),
                    number(words[5], "source="),
                    number(words[6], "target="));
        } catch (NumberFormatException e) {
            return null;
        }
    }

    private static long number(String word, String name) {
        if (!word.startsWith(name)) {
            throw new NumberFormatException(word);
        }
        return Long.parseLong(word.substring(name.length()));
    }
}
