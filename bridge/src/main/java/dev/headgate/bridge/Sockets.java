package dev.headgate.bridge;

import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.Map;
import javax.net.SocketFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** Sockets for asking a broker for its version, by the {@code security.protocol} of its clients. */
final class Sockets {
    private Sockets() {}

    /** Plain ones, or TLS. Brokers tell their version before anybody has to say who they are. */
    static SocketFactory of(Map<String, String> properties) {
        return properties.getOrDefault("security.protocol", "PLAINTEXT").endsWith("SSL")
                ? tls()
                : SocketFactory.getDefault();
    }

    /**
     * TLS without a look at the certificate: the question has no secret in it, and a false answer would bring only the wrong client, which then looks at the
     * certificate with the truststore that the user gave.
     */
    private static SocketFactory tls() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new Anybody()}, new SecureRandom());
            return context.getSocketFactory();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("This JDK has no TLS", e);
        }
    }

    private static final class Anybody implements X509TrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
