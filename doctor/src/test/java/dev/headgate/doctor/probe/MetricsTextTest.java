package dev.headgate.doctor.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MetricsTextTest {

    private static Page page(String text) {
        return MetricsText.parse(text, "the page");
    }

    @Test
    void readsNamesLabelsAndValues() {
        Page page = page("""
                # HELP a_total Something
                # TYPE a_total counter
                a_total{pool="p",kind="x"} 3.5
                a_total{pool="q",kind="x",} 1e3 1700000000000
                b NaN
                c +Inf
                d{text="a \\"quoted\\" \\\\ and\\na line",more="}"} -0.25
                """);
        assertThat(page.sum("a_total", Map.of("kind", "x"))).isEqualTo(1003.5);
        assertThat(page.sum("a_total", Map.of("pool", "p"))).isEqualTo(3.5);
        assertThat(page.sum("a_total", Map.of("pool", "r"))).isNaN();
        assertThat(page.sum("b", Map.of())).isNaN();
        assertThat(page.sum("c", Map.of())).isInfinite();
        assertThat(page.samples("d").getFirst().labels())
                .containsEntry("text", "a \"quoted\" \\ and\na line")
                .containsEntry("more", "}");
        assertThat(page.groups("a_total", "pool")).containsExactly(Map.of("pool", "p"), Map.of("pool", "q"));
    }

    @Test
    void readsOverWhatOpenMetricsHasBesides() {
        Page page = page("""
                # TYPE a counter
                # UNIT a seconds
                a_total{x="1"} 2.0 # {trace_id="abc"} 0.67 1520879607.789
                # EOF
                """);
        assertThat(page.sum("a_total", Map.of())).isEqualTo(2);
    }

    @Test
    void readsTheTextsThatServicesReallyGive() {
        assertThat(page(Pages.text("quarkus/format-text004.prom")).names()).contains("sql_pool_active");
        assertThat(page(Pages.text("spring/healthy-1.prom")).names()).contains("hikaricp_connections_active");
    }

    @Test
    void aPageThatIsCutOffIsReadAsFarAsItGoes() {
        String text = Pages.text("spring/healthy-1.prom");
        String half = text.substring(0, text.length() / 2);
        assertThat(page(half + "\nhikaricp_connections{pool=\"Hi").names()).contains("application_ready_time_seconds");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<!DOCTYPE html>\n<html><body>Please log in</body></html>",
                "{\"names\":[\"hikaricp.connections\"]}",
                "Whitelabel Error Page",
                "\u0000\u0001\u0002 \u0003"
            })
    void whatIsNoPageOfMetersIsNamed(String text) {
        assertThatThrownBy(() -> page(text))
                .isInstanceOf(MetricsException.class)
                .hasMessageContaining("the page is no page of meters: it has '")
                .hasMessageContaining("/actuator/prometheus");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n\n", "# HELP a b\n# TYPE a gauge\n# EOF\n"})
    void anEmptyPageIsNamed(String text) {
        assertThatThrownBy(() -> page(text))
                .isInstanceOf(MetricsException.class)
                .hasMessageContaining("the page is empty");
    }
}
