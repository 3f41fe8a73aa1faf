package dev.headgate.systems.hotelads;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class WarmUpTest {
    @Test
    void makesManyCallsAndMindsNoFailure() {
        AtomicInteger calls = new AtomicInteger();
        WarmUp.with(() -> {
            if (calls.incrementAndGet() % 2 == 0) {
                throw new IOException("not yet");
            }
        });
        assertThat(calls).hasValue(2_000);
    }
}
