package io.pfs.bench.whole;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RecoveryJobTest {
    @TempDir
    private Path folder;

    /** Else what it writes would fill the disk when the benchmark is killed. */
    @Test
    void theWriterOutlivesNobodyWhoHeldItsInput() throws IOException, InterruptedException {
        Process writer = RecoveryJob.startWriter(folder.resolve("data"), 1);
        try (BufferedReader lines = writer.inputReader(StandardCharsets.UTF_8)) {
            assertEquals("written enough", lines.readLine());
            writer.getOutputStream().close();
            assertTrue(writer.waitFor(1, TimeUnit.MINUTES), "it ends");
        } finally {
            writer.destroyForcibly().waitFor();
        }
    }
}
