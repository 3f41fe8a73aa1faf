package dev.headgate.spring;

import java.lang.reflect.Type;
import org.apache.kafka.common.serialization.Deserializer;
import org.apache.kafka.common.serialization.Serdes;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanNotOfRequiredTypeException;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;

/** Finds the deserialiser for a key or a value: the bean that properties name, Kafka's own for the type, or the application's JSON. */
final class Decoders {

    /** Reads JSON into a type; there if Jackson is. */
    interface Json {
        Deserializer<?> of(Type type);
    }

    private final BeanFactory beans;
    private final @Nullable Json json;

    Decoders(BeanFactory beans, @Nullable Json json) {
        this.beans = beans;
        this.json = json;
    }

    /**
     * The deserialiser.
     *
     * @param property the full name of the property that may name a bean, for messages
     * @param bean the bean's name, or null where none was named
     * @throws HeadgateConfigurationException if there is no such bean, or nothing reads the type
     */
    Deserializer<?> find(String property, @Nullable String bean, Type type) {
        if (bean != null) {
            return named(property, bean);
        }
        Deserializer<?> own = ofKafka(type);
        if (own != null) {
            return own;
        }
        if (json == null) {
            throw new HeadgateConfigurationException(
                    "Nothing reads " + type.getTypeName()
                            + ", which a handler wants: Kafka has no deserialiser for it, and Jackson is"
                            + " not on the class path.",
                    "Add org.springframework.boot:spring-boot-starter-json to read it from JSON, or set " + property
                            + " to the name of a bean that is a org.apache.kafka.common.serialization.Deserializer.");
        }
        return json.of(type);
    }

    private Deserializer<?> named(String property, String bean) {
        try {
            return beans.getBean(bean, Deserializer.class);
        } catch (NoSuchBeanDefinitionException | BeanNotOfRequiredTypeException e) {
            throw new HeadgateConfigurationException(
                    property + " is '" + bean + "', but there is no bean of that name that is a Deserializer.",
                    "Set it to the name of such a bean, or define one.",
                    e);
        }
    }

    private static @Nullable Deserializer<?> ofKafka(Type type) {
        if (!(type instanceof Class<?> plain)) {
            return null;
        }
        try {
            return Serdes.serdeFrom(plain).deserializer();
        } catch (IllegalArgumentException unknown) {
            return null;
        }
    }
}
