package dev.headgate.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.headgate.GateFlow;
import dev.headgate.GateStats;
import dev.headgate.SampledGate;
import dev.headgate.testkit.ManualClock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.PrintWriter;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Pools of others, by their meters. */
class MeterGateTest {

    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final ManualClock clock = new ManualClock();

    @Test
    void aPipelinesOwnMetersMakeAGate() {
        AtomicInteger inFlight = registry.gauge("pipeline.in.flight", new AtomicInteger(4));
        AtomicInteger line = registry.gauge("pipeline.line", new AtomicInteger(2));
        SampledGate gate = MeterGate.named("in-flight", registry)
                .capacity(256)
                .inUse("pipeline.in.flight")
                .waiting("pipeline.line")
                .holds("pipeline.record")
                .open(clock);
        GateStats before = gate.stats();
        clock.advance(Duration.ofSeconds(1));
        registry.timer("pipeline.record", "lane", "a").record(300, TimeUnit.MILLISECONDS);
        registry.timer("pipeline.record", "lane", "b").record(100, TimeUnit.MILLISECONDS);
        assertThat(inFlight).isNotNull();
        assertThat(line).isNotNull();
        inFlight.set(6);
        line.set(4);
        GateStats after = gate.stats();
        GateFlow flow = after.since(before);
        assertThat(after.capacity()).isEqualTo(256);
        assertThat(after.inUse()).isEqualTo(6);
        assertThat(after.waiting()).isEqualTo(4);
        assertThat(flow.exitsPerSecond()).isEqualTo(2);
        assertThat(flow.meanInUse()).isEqualTo(5);
        assertThat(flow.meanWaiting()).isEqualTo(3);
        assertThat(flow.meanHoldNanos()).isCloseTo(200e6, within(1.0));
    }

    @Test
    void metersThatAreNotThereYetCountAsNothing() {
        GateStats stats = MeterGate.named("later", registry)
                .capacity("later.max", Tags.empty())
                .inUse("later.active")
                .exits("later.done")
                .open(clock)
                .stats();
        assertThat(stats.capacity()).isEqualTo(1);
        assertThat(stats.inUse()).isZero();
        assertThatThrownBy(() -> MeterGate.named("x", registry).capacity(0)).hasMessageContaining("at least 1");
    }

    @Test
    void aTimedSchedulerIsRead() {
        var active =
                registry.more().longTaskTimer("calls.scheduler.tasks.active").start();
        registry.more().longTaskTimer("calls.scheduler.tasks.pending").start();
        registry.timer("calls.scheduler.tasks.completed").record(10, TimeUnit.MILLISECONDS);
        GateStats stats = MeterGate.timedScheduler(registry, "calls", 15, clock).stats();
        assertThat(stats.capacity()).isEqualTo(15);
        assertThat(stats.inUse()).isEqualTo(1);
        assertThat(stats.waiting()).isEqualTo(1);
        assertThat(stats.exits()).isEqualTo(1);
        active.stop();
    }

    @Test
    void aHikariPoolIsReadByItsOwnMeters() throws Exception {
        HikariConfig config = new HikariConfig();
        config.setPoolName("orders");
        config.setMaximumPoolSize(3);
        config.setMinimumIdle(3);
        config.setDataSource(database());
        config.setMetricRegistry(registry);
        SampledGate gate = MeterGate.hikari(registry, "orders", clock);
        try (HikariDataSource pool = new HikariDataSource(config)) {
            pool.getConnection().close();
            try (Connection first = pool.getConnection();
                    Connection second = pool.getConnection()) {
                assertThat(first).isNotSameAs(second);
                GateStats stats = gate.stats();
                assertThat(stats.name()).isEqualTo("orders");
                assertThat(stats.capacity()).isEqualTo(3);
                assertThat(stats.inUse()).isEqualTo(2);
                assertThat(stats.exits()).isEqualTo(1);
            }
            Awaitility.await()
                    .atMost(Duration.ofSeconds(30))
                    .until(() -> gate.stats().exits() == 3 && gate.stats().inUse() == 0);
        }
    }

    /** A database that says yes to everything. */
    private static DataSource database() {
        return (DataSource) Proxy.newProxyInstance(
                MeterGateTest.class.getClassLoader(), new Class<?>[] {DataSource.class}, (proxy, method, args) -> {
                    return switch (method.getName()) {
                        case "getConnection" -> connection();
                        case "getLogWriter" -> new PrintWriter(System.out, true);
                        case "getLoginTimeout" -> 0;
                        default -> null;
                    };
                });
    }

    private static Connection connection() {
        return (Connection) Proxy.newProxyInstance(
                MeterGateTest.class.getClassLoader(), new Class<?>[] {Connection.class}, (proxy, method, args) -> {
                    return switch (method.getName()) {
                        case "isValid", "getAutoCommit" -> true;
                        case "isReadOnly", "isClosed" -> false;
                        case "getTransactionIsolation" -> Connection.TRANSACTION_READ_COMMITTED;
                        case "getNetworkTimeout", "getHoldability" -> 0;
                        case "hashCode" -> System.identityHashCode(proxy);
                        case "equals" -> proxy == args[0];
                        case "toString" -> "connection";
                        default -> null;
                    };
                });
    }
}
