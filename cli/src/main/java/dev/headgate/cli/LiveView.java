package dev.headgate.cli;

import java.util.List;

/** Lines that are replaced in place on a terminal, and now and then printed one after the other anywhere else. */
final class LiveView {
    /** Without a terminal only one frame of so many is printed. */
    static final int PLAIN_EVERY = 5;

    private final Terminal terminal;
    private int frames;
    private int shown;

    LiveView(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Shows the next frame. */
    void show(List<String> lines) {
        if (terminal.interactive()) {
            StringBuilder text = new StringBuilder();
            if (shown > 0) {
                text.append("\u001b[").append(shown).append('A');
            }
            for (String line : lines) {
                text.append("\r\u001b[2K").append(line).append('\n');
            }
            text.append("\u001b[J");
            terminal.out().print(text);
            terminal.out().flush();
            shown = lines.size();
        } else if (frames % PLAIN_EVERY == PLAIN_EVERY - 1) {
            lines.forEach(terminal::line);
            terminal.line("");
        }
        frames++;
    }
}
