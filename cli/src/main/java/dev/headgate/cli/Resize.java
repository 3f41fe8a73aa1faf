package dev.headgate.cli;

import dev.headgate.systems.hotelads.Durations;
import java.time.Duration;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * A gate's capacity to be changed while a system runs, such as {@code 15s:offers-grpc=400}.
 *
 * @param at when, after the first record was produced
 * @param gate the gate
 * @param slots its new capacity, at least 1
 */
record Resize(Duration at, String gate, int slots) {

    /** Reads what a user wrote, with a message that says what is wrong. */
    static final class Converter implements ITypeConverter<Resize> {
        @Override
        public Resize convert(String text) {
            int colon = text.indexOf(':');
            int equals = text.lastIndexOf('=');
            if (colon < 1 || equals < colon + 2) {
                throw wrong(text, "");
            }
            try {
                int slots = Integer.parseInt(text.substring(equals + 1));
                if (slots < 1) {
                    throw wrong(text, "; a gate has at least 1 slot");
                }
                return new Resize(Durations.parse(text.substring(0, colon)), text.substring(colon + 1, equals), slots);
            } catch (NumberFormatException e) {
                throw wrong(text, "; '" + text.substring(equals + 1) + "' is no whole number");
            } catch (IllegalArgumentException e) {
                throw wrong(text, "; " + e.getMessage());
            }
        }

        private static TypeConversionException wrong(String text, String why) {
            return new TypeConversionException(
                    "'" + text + "' is not TIME:GATE=SLOTS, such as 15s:offers-grpc=400" + why);
        }
    }
}
