package dev.headgate.lab;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;

/** Reads what a service's actuator says: JSON objects as maps. Safe for use by any thread; a call blocks for 5 s at most. */
public final class Actuator {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient HTTP = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(2))
            .build();

    private Actuator() {}

    /** The object at that address; empty when there is none, or the service does not answer within 5 s. */
    public static Map<String, Object> get(URI url) {
        try {
            HttpResponse<byte[]> response = HTTP.send(
                    HttpRequest.newBuilder(url).timeout(Duration.ofSeconds(5)).build(),
                    HttpResponse.BodyHandlers.ofByteArray());
            return response.statusCode() == 200
                    ? JSON.readValue(response.body(), new TypeReference<Map<String, Object>>() {})
                    : Map.of();
        } catch (IOException e) {
            return Map.of();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Map.of();
        }
    }
}
