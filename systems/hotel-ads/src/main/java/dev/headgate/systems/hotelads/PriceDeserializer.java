package dev.headgate.systems.hotelads;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.headgate.systems.hotelads.proto.HotelPrice;
import org.apache.kafka.common.errors.SerializationException;
import org.apache.kafka.common.serialization.Deserializer;
import org.jspecify.annotations.Nullable;

/** Reads a price from its Protobuf bytes. */
final class PriceDeserializer implements Deserializer<HotelPrice> {
    @Override
    @SuppressWarnings("NullAway") // Kafka's interface is not annotated: a record without a value gives null.
    public @Nullable HotelPrice deserialize(String topic, byte @Nullable [] data) {
        try {
            return data == null ? null : HotelPrice.parseFrom(data);
        } catch (InvalidProtocolBufferException e) {
            throw new SerializationException("no hotel price: " + e.getMessage(), e);
        }
    }
}
