package dev.headgate.spring;

import dev.headgate.GateStats;
import dev.headgate.GateView;
import dev.headgate.doctor.Cpu;
import dev.headgate.doctor.VerdictListener;
import dev.headgate.doctor.Watch;
import dev.headgate.doctor.WatchBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.SmartLifecycle;

/**
 * One watch over everything that queues: what observers find of the application's threads, the intakes' in-flight gates, all beans that are a
 * {@link GateView}, and connection pools, in this order, for that is how work meets them.
 *
 * <p>It opens just before the intakes start, when a web server has its threads, and closes after they have ended.
 */
final class GateWatch implements SmartLifecycle {
    private final HeadgateProperties.WatchProperties properties;
    private final Intakes intakes;
    private final ConfigurableListableBeanFactory beans;
    private volatile @Nullable Watch watch;
    private volatile List<GateView> gates = List.of();

    GateWatch(HeadgateProperties.WatchProperties properties, Intakes intakes, ConfigurableListableBeanFactory beans) {
        this.properties = properties;
        this.intakes = intakes;
        this.beans = beans;
    }

    /** The watch; null before the application has started, or if there is no gate. */
    @Nullable
    Watch watch() {
        return watch;
    }

    /** What is watched, in order. */
    List<GateView> gates() {
        return gates;
    }

    @Override
    public void start() {
        Map<String, GateView> named = new LinkedHashMap<>();
        List<Member> members = intakes.members();
        pools(named, false);
        members.forEach(member -> put(named, new InFlight(member), "intake '" + member.name() + "'"));
        beans.getBeanProvider(GateView.class)
                .orderedStream()
                .forEach(gate -> put(named, gate, "a bean of " + gate.getClass().getName()));
        pools(named, true);
        gates = List.copyOf(named.values());
        if (properties.enabled() && !gates.isEmpty()) {
            watch = open(members);
        }
    }

    private void pools(Map<String, GateView> named, boolean innermost) {
        beans.getBeanProvider(PoolObserver.class)
                .orderedStream()
                .filter(observer -> observer.innermost() == innermost)
                .flatMap(observer -> observer.gates().stream())
                .forEach(gate -> put(named, gate, "a pool of the application"));
    }

    private static void put(Map<String, GateView> named, GateView gate, String what) {
        GateView other = named.putIfAbsent(gate.name(), gate);
        if (other != null) {
            throw new HeadgateConfigurationException(
                    "Two gates are named '" + gate.name() + "': " + what + ", and one of "
                            + other.getClass().getName() + ".",
                    "Give each gate a name of its own: it is counted under it.");
        }
    }

    private Watch open(List<Member> members) {
        WatchBuilder builder = Watch.over(gates)
                .every(properties.every())
                .window(properties.window())
                .cpu(Cpu.ofProcess());
        for (Member member : members) {
            builder.resizing(
                    new InFlight(member).name(),
                    slots -> intakes.of(member).inFlight().resize(slots));
        }
        if (gates.size() > 0 && members.size() == 1 && gates.get(0) instanceof InFlight) {
            // With one way in, the lives of its records are a sample of all.
            builder.itineraries(() -> new ArrayList<>(intakes.of(members.get(0)).itineraries()));
        }
        if (properties.logChanges()) {
            builder.onChange(VerdictListener.logging());
        }
        return builder.open();
    }

    @Override
    public void stop() {
        Watch open = watch;
        watch = null;
        if (open != null) {
            open.close();
        }
        gates = List.of();
    }

    @Override
    public boolean isRunning() {
        return !gates.isEmpty();
    }

    @Override
    public int getPhase() {
        return IntakeLifecycle.PHASE - 1;
    }

    /** The in-flight gate of whatever intake has the name now: intakes are made anew when a context is started again. */
    private final class InFlight implements GateView {
        private final Member member;

        InFlight(Member member) {
            this.member = member;
        }

        @Override
        public String name() {
            return intakes.of(member).inFlight().name();
        }

        @Override
        public GateStats stats() {
            return intakes.of(member).inFlight().stats();
        }
    }
}
