package io.pfs.hadoop.sparktest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.client.Pfs;
import io.pfs.hadoop.testing.ServedFolder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Spark as it comes with Python, by the commands of the documents. Needs Python 3.9 or newer, and PyPI for the first time. */
@Tag("packed")
@Tag("nightly")
@Tag("pyspark")
final class PySparkTest {
    @Test
    void theJarIsEnough() throws Exception {
        Path folder = Shared.newFolder();
        try (ServedFolder server = ServedFolder.start(folder.resolve("data"))) {
            try (Pfs pfs = Pfs.connect(server.uri().toString())) {
                pfs.files().mkdirs("/photos");
                pfs.files().write("/photos/a.jpg", new byte[10]);
                pfs.files().write("/photos/b.jpg", new byte[20]);
            }
            Path errors = folder.resolve("errors");
            Process process = new ProcessBuilder(
                            Path.of("src/test/pyspark/run").toAbsolutePath().toString(),
                            Path.of("target/pyspark").toAbsolutePath().toString(),
                            System.getProperty("pfs.jar"),
                            server.uri().toString())
                    .redirectError(errors.toFile())
                    .start();
            process.getOutputStream().close();
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(0, process.waitFor(), said + Files.readString(errors));
            assertTrue(said.contains("told 2"), said);
            assertTrue(said.contains("read 2 files of 30 bytes\nwritten 2\n"), said);
            assertTrue(said.contains("|a.jpg|  10|"), said);
            assertTrue(said.contains("thumbs 1 4\n"), said);
            assertTrue(said.contains("table of 2 files of 30 bytes\nthumbs [('a.jpg', 5)]\n"), said);
            assertTrue(said.contains("counted 2"), said);
            try (Pfs pfs = Pfs.connect(server.uri().toString())) {
                assertEquals(
                        Optional.of(10),
                        pfs.openTable("/photos").get("b.jpg", "half").map(half -> half.length));
            }
        }
    }
}
