package dev.headgate.testkit.old;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import kafka.server.KafkaConfig;
import kafka.server.KafkaServerStartable;

/** The main class of an old broker. Compiled against 0.8.2.2, runs on the jars of 0.8.2 to 2.0. */
public final class OldBrokerMain {

    /** What it prints when it serves. */
    public static final String READY = "HEADGATE OLD BROKER READY";

    private OldBrokerMain() {}

    /** Arguments: broker properties as name=value. */
    public static void main(String[] args) throws Exception {
        Properties properties = new Properties();
        for (String arg : args) {
            int equals = arg.indexOf('=');
            properties.put(arg.substring(0, equals), arg.substring(equals + 1));
        }
        KafkaServerStartable broker = broker(properties);
        broker.startup();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(broker), "stop broker"));
        System.out.println(READY);
        new CountDownLatch(1).await();
    }

    private static void stop(KafkaServerStartable broker) {
        broker.shutdown();
        broker.awaitShutdown();
    }

    /** The one call that changed: 0.9 took the constructors away and brought a factory method. */
    private static KafkaServerStartable broker(Properties properties) throws Exception {
        Method newer;
        try {
            newer = KafkaServerStartable.class.getMethod("fromProps", Properties.class);
        } catch (NoSuchMethodException isOld) {
            return new KafkaServerStartable(new KafkaConfig(properties));
        }
        try {
            return (KafkaServerStartable) newer.invoke(null, properties);
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }
}
