package dev.headgate.bridge;

import dev.headgate.bridge.source.GroupPosition;
import dev.headgate.bridge.source.OffsetRange;
import dev.headgate.bridge.source.RecordSink;
import dev.headgate.bridge.source.Source;
import dev.headgate.bridge.source.SourceException;
import dev.headgate.bridge.source.SourceFactory;
import dev.headgate.bridge.source.SourceOptions;
import dev.headgate.bridge.source.SourcePartition;
import dev.headgate.bridge.source.SourceTopic;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Old clients of Kafka beside the current one: the jars of each lie as resources in a module of the bridge, and are loaded by a loader that sees the
 * JDK, these jars, and the few types that the bridge and a {@link Source} share. Nothing else of this process's class path is seen from there.
 */
final class IsolatedLoader extends URLClassLoader {
    private static final Map<String, Class<?>> SHARED = Stream.of(
                    Source.class,
                    SourceFactory.class,
                    SourceOptions.class,
                    SourceException.class,
                    SourcePartition.class,
                    SourceTopic.class,
                    OffsetRange.class,
                    GroupPosition.class,
                    RecordSink.class)
            .collect(Collectors.toUnmodifiableMap(Class::getName, Function.identity()));

    static {
        registerAsParallelCapable();
    }

    private final Path folder;

    private IsolatedLoader(String name, List<URL> urls, Path folder) {
        super(name, urls.toArray(URL[]::new), new Shared());
        this.folder = folder;
    }

    /** The JDK and what is shared. */
    private static final class Shared extends ClassLoader {
        Shared() {
            super(ClassLoader.getPlatformClassLoader());
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            Class<?> shared = SHARED.get(name);
            if (shared == null) {
                throw new ClassNotFoundException(name);
            }
            return shared;
        }
    }

    /**
     * A loader for one client. Copies its jars to a temporary folder, which goes with {@link #close}.
     *
     * @param name of the loader, for stack traces
     * @param factory the class that opens the source; its own jar or folder is on the loader's path
     * @param jars where the resources lie, ending with a slash; {@code index} there names them, one a line
     */
    static IsolatedLoader of(String name, String factory, String jars) {
        Path folder = null;
        try {
            folder = Files.createTempDirectory("headgate-" + name);
            List<URL> urls = new ArrayList<>();
            urls.add(home(factory));
            for (String jar : index(jars)) {
                Path copy = folder.resolve(jar);
                try (InputStream in = open(jars + jar)) {
                    Files.copy(in, copy, StandardCopyOption.REPLACE_EXISTING);
                }
                urls.add(copy.toUri().toURL());
            }
            return new IsolatedLoader(name, urls, folder);
        } catch (IOException e) {
            if (folder != null) {
                delete(folder);
            }
            throw new UncheckedIOException(
                    "The client " + name + " cannot be unpacked to " + System.getProperty("java.io.tmpdir")
                            + ": make room there, or set -Djava.io.tmpdir to another folder (" + e.getMessage() + ")",
                    e);
        }
    }

    private static List<String> index(String jars) throws IOException {
        try (InputStream in = open(jars + "index")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty())
                    .toList();
        }
    }

    private static InputStream open(String resource) throws IOException {
        InputStream in = IsolatedLoader.class.getClassLoader().getResourceAsStream(resource);
        if (in == null) {
            throw new IOException("the class path lacks " + resource);
        }
        return in;
    }

    /** The jar or folder with a class of this process's class path, which is found, but not loaded. */
    private static URL home(String className) throws IOException {
        String file = className.replace('.', '/') + ".class";
        URL found = IsolatedLoader.class.getClassLoader().getResource(file);
        if (found == null) {
            throw new IOException("the class path lacks " + className);
        }
        String text = found.toString();
        String home = text.startsWith("jar:")
                ? text.substring("jar:".length(), text.indexOf("!/"))
                : text.substring(0, text.length() - file.length());
        return java.net.URI.create(home).toURL();
    }

    /** A source by this client. It keeps the loader; {@link #close} this after it. */
    Source open(String factory, SourceOptions options) {
        ClassLoader before = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(this);
        try {
            SourceFactory made =
                    (SourceFactory) loadClass(factory).getConstructor().newInstance();
            return made.open(options);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("The client " + getName() + " lacks " + factory, e);
        } finally {
            Thread.currentThread().setContextClassLoader(before);
        }
    }

    @Override
    public void close() throws IOException {
        super.close();
        delete(folder);
    }

    private static void delete(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(folder);
        } catch (IOException left) {
            // A temporary folder: whoever clears those clears this.
        }
    }
}
