package dev.headgate.spring;

import dev.headgate.kafka.Intake;
import dev.headgate.kafka.IntakeState;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;

/** The intakes of this process, by member: whoever wants one asks here, since a context that is started again has new ones. Any thread. */
final class Intakes implements SmartInitializingSingleton {
    private final HeadgateProperties properties;
    private final List<Member> members;
    private final IntakeFactory factory;
    private final DefaultListableBeanFactory beans;
    private final Map<Member, Intake<?, ?>> current = new ConcurrentHashMap<>();

    Intakes(HeadgateProperties properties, IntakeFactory factory, DefaultListableBeanFactory beans) {
        this.properties = properties;
        this.members = Member.all(properties);
        this.factory = factory;
        this.beans = beans;
    }

    /** Makes all intakes, now that no bean's class can change any more; what is wrong ends the start of the application here. */
    @Override
    public void afterSingletonsInstantiated() {
        factory.check();
        members.forEach(this::of);
    }

    /** In the order of the properties. */
    List<Member> members() {
        return members;
    }

    /** The intake that a member is now; made if there is none. Whoever looks at intakes may go on looking after the context is closed. */
    Intake<?, ?> of(Member member) {
        Intake<?, ?> made = current.get(member);
        if (made == null) {
            made = beans.getBean(member.beanName(), Intake.class);
            current.put(member, made);
        }
        return made;
    }

    /** As {@link #of}, made anew if it has ended. */
    Intake<?, ?> fresh(Member member) {
        IntakeState state = of(member).stats().state();
        if (state == IntakeState.CLOSED || state == IntakeState.FAILED) {
            beans.destroySingleton(member.beanName());
            current.remove(member);
        }
        return of(member);
    }

    /** The intakes that were made. */
    List<Intake<?, ?>> made() {
        return members.stream()
                .filter(current::containsKey)
                .<Intake<?, ?>>map(this::of)
                .toList();
    }

    boolean autoStart(Member member) {
        return Objects.requireNonNull(properties.intakes().get(member.intake())).autoStart();
    }
}
