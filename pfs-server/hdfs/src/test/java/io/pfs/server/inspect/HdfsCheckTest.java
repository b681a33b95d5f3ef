package io.pfs.server.inspect;

import static io.pfs.disk.DiskContract.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.env.Clock;
import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.server.hadoop.MiniHdfs;
import io.pfs.server.inspect.Finding.Kind;
import io.pfs.server.serve.SampleSeats;
import io.pfs.server.store.FolderSalvage;
import io.pfs.server.store.PoolAt;
import io.pfs.testing.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a check says of a pool on HDFS is what it says of the same pool in a folder, word by word. */
final class HdfsCheckTest {
    /** More than can be put right. */
    private static final int LOST_BYTES = 64;

    @TempDir
    private static Path shared;

    private static Path whole = Path.of("");

    @TempDir
    private Path temporary;

    private int copies;

    /** What was said, but for where the pool is. */
    private record Said(String uri, Summary summary, List<String> findings) {
        boolean has(Kind kind, String words) {
            return findings.stream().anyMatch(finding -> finding.contains("kind=" + kind) && finding.contains(words));
        }
    }

    @BeforeAll
    static void makePool() {
        whole = SampleSeats.fill(shared);
    }

    private Path copy() throws IOException {
        copies++;
        return SampleFolder.copy(whole, temporary.resolve("copy-" + copies));
    }

    private static Said check(Function<Findings, Summary> checking, String where) {
        List<String> found = new ArrayList<>();
        Summary summary = checking.apply(new Findings() {
            @Override
            public void found(Finding finding) {
                found.add(finding.toString().replace(where, "POOL"));
            }

            @Override
            public void progress(String doing, long count) {
                // nobody waits
            }
        });
        return new Said(where, summary, found);
    }

    /** What is said of it in both places. */
    private static Said check(Path pool) throws IOException {
        String uri = MiniHdfs.freshUri();
        MiniHdfs.upload(pool, uri);
        Said inFolder = check(
                findings ->
                        FolderCheck.run(Optional.of(pool), List.of(), new SystemClock(), new SystemEntropy(), findings),
                pool.toString());
        Said onHdfs = check(
                findings -> FolderCheck.run(new PoolAt.Remote(uri), new SystemClock(), new SystemEntropy(), findings),
                uri);
        assertEquals(String.join("\n", inFolder.findings), String.join("\n", onHdfs.findings));
        assertEquals(inFolder.summary, onHdfs.summary);
        return onHdfs;
    }

    /** The files of a kind, of all seats; the longest first. */
    private static List<Path> files(Path pool, String kind) throws IOException {
        return SampleFolder.files(pool).values().stream()
                .filter(file -> file.getFileName().toString().startsWith(kind + "-"))
                .sorted((a, b) -> Long.compare(b.toFile().length(), a.toFile().length()))
                .toList();
    }

    @Test
    void aWholePoolIsClean() throws IOException {
        Said said = check(copy());
        assertTrue(said.summary.complete() && said.summary.cells() > 3_000, said.toString());
        assertTrue(said.findings.stream().allMatch(finding -> finding.contains("kind=NOTE")), said.toString());
        for (String kind : List.of("column", "metadata", "boost", "object", "journal")) {
            Path file = files(whole, kind).get(0);
            List<String> inFolder = new ArrayList<>();
            FileDump.run(file, item -> inFolder.add(item.toString().replace(file.toString(), "FILE")));
            assertEquals(inFolder, dump(said.uri + "/" + whole.relativize(file)), kind);
        }
    }

    /** A server starts when the first file is read, or at the very end: nothing more is found under the name that a home had. */
    @Test
    void whoTakesAHomeMeanwhileIsToldAndNoDamageIs() throws IOException {
        Path pool = copy();
        for (boolean isEarly : List.of(true, false)) {
            String uri = MiniHdfs.freshUri();
            MiniHdfs.upload(pool, uri);
            Runnable taking =
                    () -> MiniHdfs.rename(uri, "server-0001-0000000000000001", "server-0001-0000000000000002");
            Taking findings = new Taking(taking);
            assertRefused(
                    ErrorCode.LOCKED,
                    "server-0001-0000000000000002 while it was looked at",
                    () -> FolderCheck.run(
                            new PoolAt.Remote(uri),
                            isEarly ? findings : new SystemClock(),
                            new SystemEntropy(),
                            findings));
            assertTrue(findings.isTaken);
            assertEquals(List.of(), findings.damage);
        }
    }

    /** Has a home taken when it first hears of anything, by the clock or of progress. */
    private static final class Taking implements Findings, Clock {
        private final Clock clock = new SystemClock();
        private final List<Finding> damage = new ArrayList<>();
        private final Runnable taking;
        private boolean isTaken;

        Taking(Runnable taking) {
            this.taking = taking;
        }

        private void take() {
            if (!isTaken) {
                isTaken = true;
                taking.run();
            }
        }

        @Override
        public long monotonicNs() {
            take();
            return clock.monotonicNs();
        }

        @Override
        public long wallMillis() {
            take();
            return clock.wallMillis();
        }

        @Override
        public void found(Finding finding) {
            if (finding.kind() == Kind.DAMAGE) {
                damage.add(finding);
            }
        }

        @Override
        public void progress(String doing, long count) {
            take();
        }
    }

    @Test
    void whatIsNoPoolIsRefused() {
        String uri = MiniHdfs.freshUri();
        requireRefused(ErrorCode.FILE_MISSING, "admin format " + uri, uri);
        requireRefused(ErrorCode.USAGE, "no-such-host.invalid", "hdfs://no-such-host.invalid:8020/pfs");
        requireRefused(ErrorCode.USAGE, "names no folder", "hdfs://host:8020");
        assertRefused(ErrorCode.USAGE, uri + "/a does not exist", () -> dump(uri + "/a"));
    }

    private static void requireRefused(ErrorCode code, String word, String uri) {
        assertRefused(
                code, word, () -> FolderCheck.damage(new PoolAt.Remote(uri), new SystemClock(), new SystemEntropy()));
    }

    private static List<String> dump(String uri) {
        List<String> items = new ArrayList<>();
        FileDump.run(new PoolAt.Remote(uri), item -> items.add(item.toString().replace(uri, "FILE")));
        return items;
    }

    @Test
    void theSameDamageIsFound() {
        Seeds.each("HdfsCheckTest#theSameDamageIsFound", 1, seed -> {
            Random random = new Random(seed);
            try {
                Path cells = copy();
                flipOneIn(cells, random, "column", "object");
                Path missing = files(cells, "object").get(1);
                Files.delete(missing);
                Said said = check(cells);
                assertTrue(said.has(Kind.DAMAGE, missing.getFileName().toString()), said.toString());
                Path rows = copy();
                flipOneIn(rows, random, "metadata", "boost");
                check(rows);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static void flipOneIn(Path pool, Random random, String... kinds) throws IOException {
        for (String kind : kinds) {
            Path file = files(pool, kind).get(0);
            byte[] bytes = Files.readAllBytes(file);
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
            Files.write(file, bytes);
        }
    }

    @Test
    void theSameIsSaidOfWhatNothingNeeds() throws IOException {
        Path pool = copy();
        Path column = files(pool, "column").get(0);
        Files.copy(column, column.resolveSibling("column-" + "0".repeat(10) + "ff"));
        Files.writeString(column.resolveSibling("Holiday.TXT"), "sun");
        Files.writeString(column.resolveSibling("../journal/journal-0000000000000099.tmp"), "half");
        Said said = check(pool);
        assertTrue(said.has(Kind.ORPHAN, "ff"), said.toString());
        assertTrue(said.has(Kind.ORPHAN, "journal-0000000000000099.tmp"), said.toString());
        assertTrue(said.has(Kind.NOTE, "Holiday.TXT"), said.toString());
    }

    @Test
    void theSameIsSaidOfJournalsThatCantBeRead() throws IOException {
        Path pool = copy();
        Path journal = files(pool, "journal").get(0);
        Files.write(journal, Arrays.copyOf(Files.readAllBytes(journal), 20));
        Said said = check(pool);
        assertTrue(!said.summary.complete() && said.has(Kind.DAMAGE, "are set apart"), said.toString());

        Path lacking = copy();
        Path folder = files(lacking, "journal").get(0).resolveSibling(".").normalize();
        Files.move(folder, temporary.resolve("away"));
        assertTrue(check(lacking).has(Kind.DAMAGE, "the folder journal is missing"));
    }

    /** As docs/OPERATIONS.md tells people to do with a pool on HDFS: what is given up is so in a copy, which is put back. */
    @Test
    void whatAJournalLostIsGivenUpInACopy() throws IOException {
        Path pool = copy();
        Path journal = files(pool, "journal")
                .get(1); // the longest is of a seat that was given away, and nothing of it is needed
        byte[] bytes = Files.readAllBytes(journal);
        Arrays.fill(bytes, bytes.length / 2, bytes.length / 2 + LOST_BYTES, (byte) 0x55);
        Files.write(journal, bytes);
        assertTrue(check(pool).has(Kind.DAMAGE, "set apart"));
        List<String> salvaged = new ArrayList<>();
        FolderSalvage.run(
                Optional.of(pool),
                List.of(),
                new SystemClock(),
                new SystemEntropy(),
                server -> salvaged.add(server.path()));
        assertEquals(1, salvaged.size(), salvaged.toString());
        Said said = check(pool);
        assertTrue(said.summary.complete() && !said.has(Kind.DAMAGE, "set apart"), said.toString());
    }
}
