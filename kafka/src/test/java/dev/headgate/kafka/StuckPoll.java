package dev.headgate.kafka;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.consumer.Consumer;
import org.jspecify.annotations.Nullable;

/** A consumer that does not come back from its next poll, as one whose network thread is stuck in the operating system. */
final class StuckPoll {
    private final Consumer<byte[], byte[]> real;
    private final CountDownLatch going = new CountDownLatch(1);
    private volatile boolean stick;
    private volatile boolean stuck;

    StuckPoll(Consumer<byte[], byte[]> real) {
        this.real = real;
    }

    void stickNow() {
        stick = true;
    }

    boolean isStuck() {
        return stuck;
    }

    void letGo() {
        stick = false;
        going.countDown();
    }

    @SuppressWarnings("unchecked")
    Consumer<byte[], byte[]> consumer() {
        return (Consumer<byte[], byte[]>) Proxy.newProxyInstance(
                StuckPoll.class.getClassLoader(), new Class<?>[] {Consumer.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("poll") && stick) {
                        stuck = true;
                        going.await();
                    }
                    return call(method, arguments);
                });
    }

    private @Nullable Object call(java.lang.reflect.Method method, Object @Nullable [] arguments) throws Throwable {
        try {
            return method.invoke(real, arguments);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }
}
