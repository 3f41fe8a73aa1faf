package dev.headgate.spring;

import com.zaxxer.hikari.HikariDataSource;
import dev.headgate.Clock;
import dev.headgate.GateView;
import dev.headgate.micrometer.MeterGate;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import org.springframework.beans.factory.ListableBeanFactory;

/** HikariCP's pools, by the meters that Boot binds for them: levels, and the times of waits and holds. */
final class HikariPools implements PoolObserver {
    private final ListableBeanFactory beans;
    private final MeterRegistry meters;

    HikariPools(ListableBeanFactory beans, MeterRegistry meters) {
        this.beans = beans;
        this.meters = meters;
    }

    /** A pool that has no meters is left out: it is not started before its first connection, or its meters are switched off. */
    @Override
    public List<GateView> gates() {
        List<GateView> gates = new ArrayList<>();
        for (HikariDataSource source :
                beans.getBeansOfType(HikariDataSource.class, false, false).values()) {
            String pool = source.getPoolName();
            if (pool != null
                    && meters.find("hikaricp.connections.usage")
                                    .tag("pool", pool)
                                    .timer()
                            != null) {
                gates.add(MeterGate.hikari(meters, pool, Clock.system()));
            }
        }
        return gates;
    }

    @Override
    public boolean innermost() {
        return true;
    }
}
