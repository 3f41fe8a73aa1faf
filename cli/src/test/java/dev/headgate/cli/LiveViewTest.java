package dev.headgate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class LiveViewTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private LiveView view(boolean interactive) {
        PrintStream stream = new PrintStream(out, true, StandardCharsets.UTF_8);
        return new LiveView(new Terminal(stream, stream, interactive));
    }

    private String printed() {
        return out.toString(StandardCharsets.UTF_8);
    }

    @Test
    void onATerminalAFrameReplacesTheOneBefore() {
        LiveView view = view(true);
        view.show(List.of("first", "second"));
        assertThat(printed()).doesNotContain("\u001b[2A").contains("first", "second");
        view.show(List.of("third", "fourth"));
        assertThat(printed()).contains("\u001b[2A\r\u001b[2Kthird");
    }

    @Test
    void elsewhereOnlySomeFramesArePrintedWithoutControlCharacters() {
        LiveView view = view(false);
        for (int frame = 1; frame <= 2 * LiveView.PLAIN_EVERY; frame++) {
            view.show(List.of("frame " + frame));
        }
        assertThat(printed().lines().toList()).containsExactly("frame 5", "", "frame 10", "");
        assertThat(printed()).doesNotContain("\u001b");
    }
}
