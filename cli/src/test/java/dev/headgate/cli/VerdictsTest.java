package dev.headgate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.headgate.InsideFlow;
import java.util.List;
import org.junit.jupiter.api.Test;

class VerdictsTest {
    @Test
    void namesTheBusiestGateWhenNoneWasFull() {
        assertThat(Verdicts.of(List.of(
                        Gates.line("in-flight", 1_000, 60, 0, 0, 25), Gates.line("offers-grpc", 100, 50, 0, 0, 20))))
                .isEqualTo("No gate was full; the busiest was offers-grpc, with 50 % of its slots in use on average.");
    }

    @Test
    void namesEveryFullGateAndWhereItsHoldersWere() {
        InsideFlow offers = new InsideFlow("offers-grpc", 100, 600, 390, 0.6, 0.39);
        InsideFlow ads = new InsideFlow("ads-http", 100, 0, 10, 0, 0.01);
        assertThat(Verdicts.of(List.of(
                        Gates.line("in-flight", 1_000, 1_000, 9_000, 4_000, 160, ads, offers),
                        Gates.line("offers-grpc", 400, 399, 600, 100, 80),
                        Gates.line("ads-http", 64, 3, 0, 0, 1))))
                .isEqualTo("in-flight was full: 1,000 of 1,000 in use and 9,000 waiting on average; its holders spent"
                        + " 60 % of their time waiting for offers-grpc and 39 % in it."
                        + " offers-grpc was full: 399 of 400 in use and 600 waiting on average.");
    }
}
