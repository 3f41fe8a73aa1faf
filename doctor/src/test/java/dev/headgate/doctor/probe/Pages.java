package dev.headgate.doctor.probe;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Saved pages of real services, as test resources. */
final class Pages {
    private Pages() {}

    static String text(String name) {
        try (InputStream in = Pages.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalArgumentException("There is no page " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static OutsideView pair(String name, double seconds) {
        return Outside.of(
                List.of(
                        new Scrape(MetricsText.parse(text(name + "-1.prom"), name), 0),
                        new Scrape(MetricsText.parse(text(name + "-2.prom"), name), Math.round(seconds * 1e9))),
                name);
    }
}
