package dev.headgate.spring;

import java.util.Map;

/** Where Kafka is and how to get in, as the application says it for all that it does with Kafka. */
interface KafkaConnection {

    /** Consumer properties under Kafka's names; a new map. */
    Map<String, Object> consumer();

    /** What the producer of dead letters needs beyond the consumer's connection and security; a new map. */
    Map<String, Object> producer();
}
