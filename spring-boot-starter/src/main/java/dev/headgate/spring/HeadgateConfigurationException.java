package dev.headgate.spring;

import org.jspecify.annotations.Nullable;

/** The application says something of gates or intakes that cannot be. Its two texts are what Spring Boot shows at a failed start. */
final class HeadgateConfigurationException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final String action;

    /**
     * A failed start.
     *
     * @param description what is wrong, with what
     * @param action what to do
     */
    HeadgateConfigurationException(String description, String action) {
        this(description, action, null);
    }

    HeadgateConfigurationException(String description, String action, @Nullable Throwable cause) {
        super(description, cause);
        this.action = action;
    }

    String action() {
        return action;
    }
}
