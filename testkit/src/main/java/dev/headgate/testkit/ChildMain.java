package dev.headgate.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.locks.LockSupport;

/**
 * The first class of a {@link JavaProcess}: ends the JVM when its standard input ends, and runs the main class meanwhile, which gets
 * what came through standard input as its own.
 */
final class ChildMain {

    private static final int UNREAD_BYTES = 64 * 1024;
    private static final Duration GRACE = Duration.ofSeconds(10);

    private ChildMain() {}

    public static void main(String[] args) throws Exception {
        PipedInputStream forMain = new PipedInputStream(UNREAD_BYTES);
        PipedOutputStream fromParent = new PipedOutputStream(forMain);
        InputStream real = System.in;
        System.setIn(forMain);
        daemon("parent", () -> followParent(real, fromParent));

        Method main = Class.forName(args[0]).getDeclaredMethod("main", String[].class);
        main.setAccessible(true);
        try {
            main.invoke(null, (Object) Arrays.copyOfRange(args, 1, args.length));
        } catch (InvocationTargetException e) {
            e.getTargetException().printStackTrace();
            System.exit(1);
        }
    }

    private static void followParent(InputStream real, PipedOutputStream fromParent) {
        byte[] buffer = new byte[8192];
        try {
            for (int n = real.read(buffer); n >= 0; n = real.read(buffer)) {
                fromParent.write(buffer, 0, n);
                fromParent.flush();
            }
        } catch (IOException parentGone) {
            // The same as the end of the stream.
        }
        // Shutdown hooks get their time, but a hook that hangs must not leave an orphan behind.
        daemon("grace", () -> {
            LockSupport.parkNanos(GRACE.toNanos());
            Runtime.getRuntime().halt(143);
        });
        System.exit(0);
    }

    private static void daemon(String name, Runnable body) {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        thread.start();
    }
}
