package dev.headgate.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.headgate.Gate;
import dev.headgate.Pass;
import dev.headgate.micrometer.GateMeters;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;

class MetricsPageTest {
    private static HttpResponse<String> get(MetricsPage page) throws Exception {
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(HttpRequest.newBuilder(page.uri()).build(), HttpResponse.BodyHandlers.ofString());
        }
    }

    @Test
    void showsGatesAndTheJvmAsPrometheusReadsThem() throws Exception {
        Gate gate = Gate.named("offers-grpc").capacity(7).open();
        try (MetricsPage page = new MetricsPage(0, List.of(new GateMeters(gate)));
                Pass pass = gate.enter()) {
            HttpResponse<String> answer = get(page);
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("Content-Type"))
                    .hasValueSatisfying(type -> assertThat(type).startsWith("text/plain; version=0.0.4"));
            assertThat(answer.body().lines())
                    .anyMatch(line -> line.matches("headgate_gate_capacity[a-z_]*\\{gate=\"offers-grpc\"} 7\\.0"))
                    .anyMatch(line -> line.matches("headgate_gate_in_use[a-z_]*\\{gate=\"offers-grpc\"} 1\\.0"))
                    .anyMatch(line -> line.startsWith("jvm_memory_used_bytes"));
            assertThat(pass).isNotNull();
        }
    }

    @Test
    void aPortThatIsTakenIsNamed() {
        try (MetricsPage first = new MetricsPage(0, List.of())) {
            int port = first.uri().getPort();
            assertThatThrownBy(() -> new MetricsPage(port, List.of()).close())
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("port " + port)
                    .hasMessageContaining("--metrics-port");
        }
    }
}
