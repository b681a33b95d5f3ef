package io.pfs.server.kv;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.testing.Jvm;
import io.pfs.testing.Seeds;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that writes an index is killed (kill -9), again and again: what it wrote is there, batch by batch. */
final class KilledIndexTest {
    private static final int ROUNDS = 6;
    private static final int ROUNDS_NIGHTLY = 100;
    private static final int BATCHES_MAX = 2500;

    @TempDir
    private Path temporary;

    @Test
    void whatAKilledProcessWroteIsThereWhole() throws IOException, InterruptedException {
        Path folder = temporary.resolve("index");
        int rounds = Seeds.nightly() ? ROUNDS_NIGHTLY : ROUNDS;
        int batches = 0;
        for (int seed = 1; seed <= rounds; seed++) {
            int killAfter = 1 + new Random(seed).nextInt(BATCHES_MAX);
            int said = writeAndKill(folder, killAfter);
            assertTrue(said >= batches + killAfter, "seed " + seed + ": it ended by itself at " + said);
            try (RocksKvIndex index = RocksKvIndex.open(folder, RocksFixture.SMALL)) {
                assertFalse(index.wasLost(), "seed " + seed);
                batches = RocksFixture.batches(index);
            }
            assertTrue(
                    batches >= said, "seed " + seed + ": " + said + " batches were written, " + batches + " are there");
        }
        System.out.println("index: " + rounds + " processes killed, " + batches + " batches");
    }

    /** How many batches the process said are there. */
    private static int writeAndKill(Path folder, int killAfter) throws IOException, InterruptedException {
        Process writer = start(folder, Integer.MAX_VALUE / 2);
        int said = 0;
        try (BufferedReader lines = writer.inputReader(StandardCharsets.UTF_8)) {
            int done = 0;
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("done ")) {
                    done++;
                    said = Integer.parseInt(line.substring(5)) + 1;
                }
                if (done == killAfter) {
                    writer.toHandle().destroyForcibly(); // unlike the process itself, it leaves the pipe to be read out
                }
            }
        } finally {
            writer.destroyForcibly();
        }
        writer.waitFor();
        return said;
    }

    @Test
    void aProcessThatClosesNothingEndsWell() throws IOException, InterruptedException {
        Path folder = temporary.resolve("index");
        for (int round = 1; round <= 3; round++) {
            Process writer = start(folder, 700);
            String said = new String(writer.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertEquals(0, writer.waitFor(), said);
            assertTrue(said.endsWith("done " + (700 * round - 1) + "\n"), said);
        }
    }

    private static Process start(Path folder, int batches) throws IOException {
        return new ProcessBuilder(Jvm.brief(KilledIndexWriter.class, folder.toString(), Integer.toString(batches)))
                .redirectErrorStream(true)
                .start();
    }
}
