package dev.headgate.spring;

import dev.headgate.Gate;
import dev.headgate.kafka.Intake;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;

/**
 * Registers a bean for each gate of the properties, under its name, and for each intake, qualified by its name. Read from the environment before there are any
 * beans, since beans are what it makes.
 */
final class PropertyBeans implements ImportBeanDefinitionRegistrar {
    private final Environment environment;
    private final BeanFactory beans;

    PropertyBeans(Environment environment, BeanFactory beans) {
        this.environment = environment;
        this.beans = beans;
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        HeadgateProperties properties = Binder.get(environment).bindOrCreate("headgate", HeadgateProperties.class);
        properties.gates().forEach((name, said) -> {
            String property = "headgate.gates." + name;
            int capacity = capacity(property, said.capacity());
            register(
                    registry,
                    name,
                    property,
                    new RootBeanDefinition(
                            Gate.class,
                            () -> Gate.named(name).capacity(capacity).open()));
        });
        for (Member member : Member.all(properties)) {
            Supplier<Intake<?, ?>> maker =
                    () -> beans.getBean(IntakeFactory.class).make(member);
            RootBeanDefinition definition = intake(maker);
            definition.addQualifier(new AutowireCandidateQualifier(Qualifier.class, member.name()));
            register(registry, member.beanName(), member.property(), definition);
        }
    }

    /** Made when its handler's bean can be known, started and closed by {@link IntakeLifecycle}. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    private static RootBeanDefinition intake(Supplier<Intake<?, ?>> maker) {
        RootBeanDefinition definition = new RootBeanDefinition(Intake.class, (Supplier) maker);
        definition.setLazyInit(true);
        definition.setDestroyMethodName("");
        return definition;
    }

    private static int capacity(String property, @Nullable Integer said) {
        if (said == null || said < 1) {
            throw new HeadgateConfigurationException(
                    property + ".capacity " + (said == null ? "is missing." : "is " + said + "."),
                    "Set it to the number of holders that the gate shall let in at once, 1 or more.");
        }
        return said;
    }

    private static void register(
            BeanDefinitionRegistry registry, String name, String property, RootBeanDefinition definition) {
        if (registry.containsBeanDefinition(name)) {
            String from = registry.getBeanDefinition(name).getResourceDescription();
            throw new HeadgateConfigurationException(
                    property + " makes a bean named '" + name + "', but there is one already"
                            + (from == null ? "." : ", from " + from + "."),
                    "Give one of the two another name.");
        }
        definition.setResourceDescription("the property " + property);
        registry.registerBeanDefinition(name, definition);
    }
}
