package dev.headgate.spring;

import dev.headgate.GateView;
import dev.headgate.micrometer.GateMeters;
import dev.headgate.micrometer.IntakeMeters;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.beans.factory.ListableBeanFactory;

/** Meters of the intakes and of all gates that are beans. Pools that observers show have meters of their own. */
final class HeadgateMeters implements MeterBinder {
    private final Intakes intakes;
    private final ListableBeanFactory beans;

    HeadgateMeters(Intakes intakes, ListableBeanFactory beans) {
        this.intakes = intakes;
        this.beans = beans;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        beans.getBeanProvider(GateView.class).orderedStream().forEach(gate -> new GateMeters(gate).bindTo(registry));
        intakes.members().forEach(member -> new IntakeMeters(intakes.of(member)).bindTo(registry));
    }
}
