package dev.headgate.spring;

import dev.headgate.Clock;
import dev.headgate.GateView;
import dev.headgate.SampledGate;
import java.util.ArrayList;
import java.util.List;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

/** Spring's thread pools, sampled, each under the name of its bean. */
final class TaskExecutors implements PoolObserver {
    private final ListableBeanFactory beans;

    TaskExecutors(ListableBeanFactory beans) {
        this.beans = beans;
    }

    @Override
    public List<GateView> gates() {
        List<GateView> gates = new ArrayList<>();
        beans.getBeansOfType(ThreadPoolTaskExecutor.class, false, false)
                .forEach((name, pool) ->
                        gates.add(SampledGate.executor(name, pool.getThreadPoolExecutor(), Clock.system())));
        return gates;
    }
}
