package dev.headgate.doctor;

import java.util.List;
import java.util.Locale;

/** Figures as people write them. */
final class Words {

    private Words() {}

    /** A number with at most three digits that mean something: 0.32, 4.5, 214, 5,710. */
    static String number(double value) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            return "unbounded";
        }
        double size = Math.abs(value);
        if (size < 1e-9) {
            return "0";
        }
        if (size >= 1_000) {
            double step = Math.pow(10, Math.floor(Math.log10(size)) - 2);
            return String.format(Locale.ROOT, "%,.0f", Math.round(value / step) * step);
        }
        String digits = String.format(Locale.ROOT, size >= 99.95 ? "%.0f" : size >= 9.995 ? "%.1f" : "%.2f", value);
        return digits.contains(".") ? digits.replaceAll("0+$", "").replaceAll("\\.$", "") : digits;
    }

    static String rate(double perSecond) {
        return number(perSecond) + "/s";
    }

    /** A whole number as it is. */
    static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    static String time(double seconds) {
        double size = Math.abs(seconds);
        if (size < 1e-9) {
            return "0";
        }
        if (size < 1e-3) {
            return number(seconds * 1e6) + " µs";
        }
        return size < 1 ? number(seconds * 1e3) + " ms" : number(seconds) + " s";
    }

    /** A ratio beside 1: "+45 %", "-3 %", "x27", or "nothing". */
    static String gain(double gain) {
        if (Math.abs(gain) < Remedies.WORTH) {
            return "nothing";
        }
        return gain >= 2 ? "x" + number(gain + 1) : percent(gain);
    }

    static String percent(double part) {
        return String.format(Locale.ROOT, "%+.0f %%", part * 100);
    }

    /** Names as a sentence has them: "a", "a and b", "a, b and c". */
    static String list(List<String> names) {
        int last = names.size() - 1;
        return last <= 0
                ? String.join("", names)
                : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
    }

    /** The next number that is easy to remember: two digits that mean something. */
    static double roundUp(double value) {
        if (value < 100) {
            return value;
        }
        double step = Math.pow(10, Math.floor(Math.log10(value)) - 1);
        return Math.ceil(value / step - 1e-9) * step;
    }
}
