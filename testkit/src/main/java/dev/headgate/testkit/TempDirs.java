package dev.headgate.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/** Directories that go away with what uses them. */
final class TempDirs {

    private TempDirs() {}

    static Path create(String prefix) {
        return create(null, prefix);
    }

    /** Below the given folder; null for the system's. */
    static Path create(@Nullable Path parent, String prefix) {
        try {
            return parent == null ? Files.createTempDirectory(prefix) : Files.createTempDirectory(parent, prefix);
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot create a temporary directory for " + prefix, e);
        }
    }

    /** Deletes {@code root} and everything below. Files that vanish meanwhile (a broker's own deletions) are no error. */
    static void delete(Path root) {
        try {
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.deleteIfExists(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                    if (failure instanceof NoSuchFileException) {
                        return FileVisitResult.CONTINUE;
                    }
                    throw failure;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path dir, @Nullable IOException failure) throws IOException {
                    Files.deleteIfExists(dir);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot delete the temporary directory " + root, e);
        }
    }
}
