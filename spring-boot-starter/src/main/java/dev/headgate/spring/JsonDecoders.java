package dev.headgate.spring;

import java.lang.reflect.Type;
import org.apache.kafka.common.serialization.Deserializer;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.json.JsonMapper;

/** Reads JSON by Jackson. A body that cannot be read fails the record's attempt, as with any deserialiser. */
final class JsonDecoders implements Decoders.Json {
    private final JsonMapper mapper;

    JsonDecoders(JsonMapper mapper) {
        this.mapper = mapper;
    }

    @Override
    public Deserializer<?> of(Type type) {
        JavaType target = mapper.constructType(type);
        return (topic, body) -> body == null ? null : mapper.readValue(body, target);
    }
}
