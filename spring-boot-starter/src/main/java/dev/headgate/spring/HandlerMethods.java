package dev.headgate.spring;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.core.MethodIntrospector;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.AnnotationUtils;

/**
 * The annotated methods of all beans, by intake. Looks at the classes of beans, not at beans, so that a handler may itself be given an
 * intake. Looked at once, when the first intake is made; any thread.
 */
final class HandlerMethods {
    private final ConfigurableListableBeanFactory beans;
    private @Nullable Map<String, HandlerMethod> found;

    HandlerMethods(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    /**
     * The one method that handles an intake's records.
     *
     * @throws HeadgateConfigurationException if there is none; and if any intake has two, or a method does not fit
     */
    HandlerMethod of(String intake) {
        HandlerMethod method = all().get(intake);
        if (method == null) {
            throw new HeadgateConfigurationException(
                    "headgate.intakes." + intake + " is configured, but no bean has a method with @IntakeHandler(\""
                            + intake + "\").",
                    "Annotate the method of a bean that shall handle its records, or remove headgate.intakes." + intake
                            + ". If there is such a method, check that its class is a bean, and that a @Bean method which makes"
                            + " it returns the class and not an interface.");
        }
        return method;
    }

    /** What is annotated, whether there are properties for it or not. */
    Collection<HandlerMethod> methods() {
        return all().values();
    }

    private synchronized Map<String, HandlerMethod> all() {
        if (found == null) {
            found = find();
        }
        return found;
    }

    private Map<String, HandlerMethod> find() {
        Map<String, HandlerMethod> byIntake = new TreeMap<>();
        for (String beanName : beans.getBeanNamesForType(Object.class, true, false)) {
            for (HandlerMethod method : methodsOf(beanName)) {
                HandlerMethod other = byIntake.put(method.intake(), method);
                if (other != null) {
                    throw new HeadgateConfigurationException(
                            "Two methods handle the records of intake '" + method.intake() + "': " + other.place()
                                    + ", and " + method.place() + ".",
                            "Leave one of them. If both shall see each record, give the second an intake of its own,"
                                    + " with the same topics and another group.");
                }
            }
        }
        return byIntake;
    }

    private List<HandlerMethod> methodsOf(String beanName) {
        if (ScopedProxyUtils.isScopedTarget(beanName)) {
            return List.of();
        }
        Class<?> type = AutoProxyUtils.determineTargetClass(beans, beanName);
        if (type == null || !AnnotationUtils.isCandidateClass(type, IntakeHandler.class)) {
            return List.of();
        }
        Map<Method, IntakeHandler> annotated =
                MethodIntrospector.selectMethods(type, (MethodIntrospector.MetadataLookup<@Nullable IntakeHandler>)
                        method -> AnnotatedElementUtils.findMergedAnnotation(method, IntakeHandler.class));
        List<HandlerMethod> methods = new ArrayList<>();
        annotated.forEach((method, handler) -> methods.add(HandlerMethod.of(handler.value(), beanName, type, method)));
        return methods;
    }
}
