package io.pfs.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Durability;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.row.RowKind;
import io.pfs.row.TablePointer;
import io.pfs.server.inspect.FolderCheck;
import io.pfs.server.store.EmbeddedServer;
import io.pfs.server.store.Engine;
import io.pfs.testing.Jvm;
import io.pfs.testing.Seeds;
import io.pfs.wire.FoundRow;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A process that writes is killed at some moment (kill -9), again and again, on one folder: what it said was done is there,
 * what it was doing is there as a whole or not at all, and a check of the folder finds no damage.
 */
final class KillLoopTest {
    private static final int ROUNDS = 6;
    private static final int ROUNDS_NIGHTLY = 200;
    private static final int OPERATIONS_MAX = 400;

    @TempDir
    private Path temporary;

    private PathModel model = new PathModel();

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void whatAKilledProcessSaidIsDoneIsThere(int loops) throws IOException, InterruptedException {
        String only = System.getProperty("pfs.seed", "");
        long first = only.isEmpty() ? 1 : Long.parseLong(only);
        Path folder = temporary.resolve("data");
        int rounds = Seeds.nightly() ? ROUNDS_NIGHTLY : ROUNDS;
        int operations = 0;
        for (long seed = first; seed < first + rounds; seed++) {
            Report report = new Report(model);
            writeAndKill(folder, loops, seed, report);
            operations += report.done();
            assertEquals(
                    List.of(), FolderCheck.damage(folder, new SystemClock(), new SystemEntropy()), "round " + seed);
            requireOneOf(folder, loops, report.possible(), seed);
        }
        System.out.println(
                "kill loop of " + loops + ": " + rounds + " processes killed, " + operations + " operations");
    }

    private static void writeAndKill(Path folder, int loops, long seed, Report report)
            throws IOException, InterruptedException {
        int killAfter = 1 + new Random(seed).nextInt(OPERATIONS_MAX);
        Process writer = start(folder, loops, seed);
        try (BufferedReader lines = writer.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                report.line(line);
                if (report.done() == killAfter) {
                    writer.toHandle().destroyForcibly(); // unlike the process itself, it leaves the pipe to be read out
                }
            }
        } finally {
            writer.destroyForcibly();
        }
        writer.waitFor();
        assertTrue(report.done() >= killAfter, "round " + seed + ": the writer ended by itself");
    }

    private static Process start(Path folder, int loops, long seed) throws IOException {
        return new ProcessBuilder(
                        Jvm.brief(KilledWriter.class, folder.toString(), Integer.toString(loops), Long.toString(seed)))
                .redirectErrorStream(true)
                .start();
    }

    private void requireOneOf(Path folder, int loops, List<PathModel> possible, long seed) {
        Map<String, String> found = new TreeMap<>();
        Engine server = KilledWriter.open(folder, loops);
        try {
            walk(new Asked(server, 77 + seed), "", server.facts().root(), found);
        } finally {
            server.close();
        }
        Optional<PathModel> same =
                possible.stream().filter(one -> one.paths().equals(found)).findFirst();
        model = same.orElseThrow(() -> new AssertionError("round " + seed + ": there is " + found
                + "\nbut it must be one of these: "
                + possible.stream().map(PathModel::paths).toList()));
    }

    private static void walk(Asked asked, String path, TablePointer table, Map<String, String> found) {
        for (FoundRow row : asked.list(table, WriterThread.COLUMNS)) {
            String at = path + "/" + row.name();
            if (row.row().kind() == RowKind.DIRECTORY) {
                found.put(at, PathModel.DIRECTORY);
                walk(asked, at, Asked.pointerOf(row.row()), found);
            } else {
                found.put(at, wordsOf(row));
            }
        }
    }

    /** The words that stand for what is in a file, which is the same in each of its columns. */
    private static String wordsOf(FoundRow row) {
        byte[] bytes = row.cells().get(0).orElseThrow();
        assertTrue(Arrays.equals(bytes, row.cells().get(1).orElseThrow()), row.name() + " is half written");
        String start = new String(bytes, 0, Math.min(bytes.length, 30), StandardCharsets.UTF_8);
        String words = start.substring(0, Math.max(0, start.indexOf('-')));
        boolean isWhole = words.contains(":") && Arrays.equals(bytes, KilledWriter.contentOf(words));
        return isWhole ? words : "what nobody wrote: " + start;
    }

    @Test
    void aSecondProcessIsRefused() throws IOException, InterruptedException {
        Path folder = temporary.resolve("data");
        EmbeddedServer server = EmbeddedServer.open(folder, Durability.SYNC);
        Process second = start(folder, 1, 1);
        String said = new String(second.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, second.waitFor(), said);
        assertTrue(said.startsWith("refused LOCKED"), said);
        assertTrue(said.contains(folder.toRealPath().toString()) && said.contains("another process"), said);
        assertTrue(new Asked(server, 1).list(server.facts().root(), List.of()).isEmpty(), "the first is unharmed");
        server.close();
    }

    @Test
    void aFolderIsFreeAsSoonAsItsProcessIsKilled() throws IOException, InterruptedException {
        Path folder = temporary.resolve("data");
        Process first = start(folder, 1, 1);
        try (BufferedReader lines = first.inputReader(StandardCharsets.UTF_8)) {
            String line = String.valueOf(lines.readLine());
            assertTrue(line.startsWith("try"), line);
            PfsException refusal = null;
            try {
                EmbeddedServer.open(folder, Durability.SYNC).close();
            } catch (PfsException e) {
                refusal = e;
            }
            assertTrue(refusal != null && refusal.code() == ErrorCode.LOCKED, "refused: " + refusal);
        } finally {
            first.destroyForcibly();
        }
        first.waitFor();
        EmbeddedServer.open(folder, Durability.SYNC).close();
    }
}
