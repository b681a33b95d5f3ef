package io.pfs.hadoop.sparktest;

import io.pfs.hadoop.testing.ServedFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The server and the Spark of all tests of this JVM, and ended with it: to start Spark takes longer than most of what it is told. */
final class Shared {
    static final ServedFolder SERVER;
    static final SubmittedSpark SPARK;

    static {
        try {
            Path folder = newFolder();
            SERVER = ServedFolder.startAsElsewhere(folder.resolve("data"));
            SPARK = SubmittedSpark.start(newHome(folder), "--jars", System.getProperty("pfs.jar"));
            Runtime.getRuntime().addShutdownHook(new Thread(Shared::end));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Shared() {}

    static Path newFolder() throws IOException {
        return Files.createTempDirectory(Path.of("target").toAbsolutePath(), "spark");
    }

    static SparkHome newHome(Path folder) throws IOException {
        return SparkHome.in(folder.resolve("home"), Path.of(System.getProperty("pfs.spark.jars")));
    }

    private static void end() {
        try {
            SPARK.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            SERVER.close();
        }
    }
}
