package dev.headgate.spring;

import dev.headgate.kafka.Batch;
import dev.headgate.kafka.Delivery;
import dev.headgate.kafka.Intake;
import dev.headgate.kafka.IntakeBuilder;
import dev.headgate.kafka.Outcome;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Calls a bean's annotated method with what it wants. The bean is asked for at each call, so that its scope is respected; a singleton costs
 * one look-up in a map. Safe for use by any thread.
 */
final class Invocation {
    private final HandlerMethod handler;
    private final Supplier<Object> bean;
    private volatile @Nullable Method invocable;

    Invocation(HandlerMethod handler, Supplier<Object> bean) {
        this.handler = handler;
        this.bean = bean;
    }

    /** The intake that calls the method. */
    <K, V> Intake<K, V> build(IntakeBuilder<K, V> builder, HeadgateProperties.BatchProperties batches) {
        return switch (handler.form()) {
            case BATCH -> builder.handleBatch(batches.size(), batches.linger(), this::call);
            case VALUE, DELIVERY ->
                switch (handler.result()) {
                    case NOTHING -> builder.handle(this::call);
                    case OUTCOME -> builder.handleOutcome(delivery -> (Outcome) returned(call(delivery)));
                    case STAGE -> builder.handleAsync(delivery -> (CompletionStage<?>) returned(call(delivery)));
                };
        };
    }

    private @Nullable Object call(Delivery<?, ?> delivery) throws Exception {
        if (handler.form() == HandlerMethod.Form.DELIVERY) {
            return invoke(delivery);
        }
        return invoke(handler.nullable() && !delivery.hasValue() ? null : delivery.value());
    }

    private void call(Batch<?, ?> batch) throws Exception {
        invoke(batch);
    }

    private Object returned(@Nullable Object result) {
        return Objects.requireNonNull(result, () -> handler.method() + " returned null");
    }

    private @Nullable Object invoke(@Nullable Object argument) throws Exception {
        Object target = bean.get();
        try {
            return invocable(target).invoke(target, argument);
        } catch (InvocationTargetException e) {
            throw rethrown(e.getTargetException());
        }
    }

    private static Exception rethrown(Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        return (Exception) failure;
    }

    /** The method as the bean, which may be a proxy, has it. */
    private Method invocable(Object target) {
        Method known = invocable;
        if (known == null) {
            known = AopUtils.selectInvocableMethod(handler.method(), target.getClass());
            ReflectionUtils.makeAccessible(known);
            invocable = known;
        }
        return known;
    }

    /**
     * Makes the bean and looks for the method in it, so that what is wrong shows before the first record comes.
     *
     * @throws HeadgateConfigurationException if the bean's proxy does not have the method
     */
    void check() {
        try {
            var unused = invocable(bean.get());
        } catch (IllegalStateException e) {
            throw new HeadgateConfigurationException(
                    "The handler of intake '" + handler.intake() + "' (" + handler.place() + ") cannot be called: "
                            + e.getMessage(),
                    "Make the method public, or declare it in the interface by which the bean is proxied.",
                    e);
        }
    }
}
