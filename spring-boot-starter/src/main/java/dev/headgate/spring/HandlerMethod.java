package dev.headgate.spring;

import dev.headgate.kafka.Batch;
import dev.headgate.kafka.Delivery;
import dev.headgate.kafka.Outcome;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.concurrent.CompletionStage;
import org.springframework.core.GenericTypeResolver;
import org.springframework.core.MethodParameter;
import org.springframework.core.Nullness;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;

/**
 * An annotated method, read: which records it handles, in what form, and what its types say of keys and values.
 *
 * @param intake the intake's name
 * @param beanName the bean that has the method
 * @param method the method, as the bean's class declares it
 * @param form what the method gets
 * @param result what it returns
 * @param key type of keys
 * @param value type of values
 * @param nullable whether it takes a value that is not there
 */
record HandlerMethod(
        String intake,
        String beanName,
        Method method,
        Form form,
        Result result,
        Type key,
        Type value,
        boolean nullable) {

    /** What a method gets. */
    enum Form {
        VALUE,
        DELIVERY,
        BATCH
    }

    /** What a method returns. */
    enum Result {
        NOTHING,
        OUTCOME,
        STAGE
    }

    /**
     * Reads a method.
     *
     * @param type the bean's class, which may say what type variables of the method's class are
     * @throws HeadgateConfigurationException for a method that cannot be a handler
     */
    static HandlerMethod of(String intake, String beanName, Class<?> type, Method method) {
        if (method.getParameterCount() != 1) {
            throw unfit(intake, beanName, method, "it has " + method.getParameterCount() + " parameters, not one");
        }
        ResolvableType parameter =
                ResolvableType.forMethodParameter(new MethodParameter(method, 0).withContainingClass(type));
        Class<?> raw = parameter.resolve(Object.class);
        Form form = raw == Delivery.class ? Form.DELIVERY : raw == Batch.class ? Form.BATCH : Form.VALUE;
        Result result = result(intake, beanName, method, form);
        boolean value = form == Form.VALUE;
        return new HandlerMethod(
                intake,
                beanName,
                method,
                form,
                result,
                value ? byte[].class : generic(parameter, 0),
                value
                        ? boxed(GenericTypeResolver.resolveType(method.getGenericParameterTypes()[0], type))
                        : generic(parameter, 1),
                Nullness.forMethodParameter(new MethodParameter(method, 0)) == Nullness.NULLABLE);
    }

    private static Result result(String intake, String beanName, Method method, Form form) {
        Class<?> returned = method.getReturnType();
        Result result;
        if (returned == void.class) {
            result = Result.NOTHING;
        } else if (Outcome.class.isAssignableFrom(returned)) {
            result = Result.OUTCOME;
        } else if (CompletionStage.class.isAssignableFrom(returned)) {
            result = Result.STAGE;
        } else {
            throw unfit(intake, beanName, method, "it returns " + returned.getTypeName());
        }
        if (form == Form.BATCH && result != Result.NOTHING) {
            throw unfit(
                    intake,
                    beanName,
                    method,
                    "it takes a Batch and returns " + returned.getTypeName()
                            + ", but how the records of a batch ended is said with Batch.settle");
        }
        return result;
    }

    /** What is not said is left as bytes. */
    private static Type generic(ResolvableType parameter, int index) {
        ResolvableType generic = parameter.getGeneric(index);
        return generic.resolve() == null ? byte[].class : generic.getType();
    }

    private static Type boxed(Type type) {
        return type instanceof Class<?> plain ? ClassUtils.resolvePrimitiveIfNecessary(plain) : type;
    }

    private static HeadgateConfigurationException unfit(String intake, String beanName, Method method, String what) {
        return new HeadgateConfigurationException(
                "The method " + method.toGenericString() + " of bean '" + beanName
                        + "' cannot handle the records of intake '" + intake + "': " + what + ".",
                "Give it one parameter (the value, a Delivery<K, V>, or a Batch<K, V>), and let it return nothing,"
                        + " an Outcome, or a CompletionStage; with a Batch, nothing.");
    }

    /** Where it is, for messages: bean, class and method. */
    String place() {
        return "bean '" + beanName + "', method " + ClassUtils.getQualifiedMethodName(method);
    }
}
