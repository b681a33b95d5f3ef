package io.pfs.api;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Durability;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.client.ClientOptions;
import io.pfs.client.EmbeddedOptions;
import io.pfs.client.Pfs;
import io.pfs.client.local.LocalReadCounts;
import io.pfs.client.table.CellInput;
import io.pfs.client.table.ColumnOptions;
import io.pfs.client.table.RowView;
import io.pfs.client.table.Table;
import io.pfs.client.table.TableOptions;
import io.pfs.table.Policy;
import io.pfs.wire.PoolPlace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A client of a server with sockets that can open the files of its pool. */
final class LocalReadsTest {
    private static final int LIMIT = Limits.CELL_BYTES_MAX;
    private static final int ROWS = 50;

    @TempDir
    private Path folder;

    private Way.Served served;
    private Pfs pfs;

    @BeforeEach
    void open() {
        EmbeddedOptions server = EmbeddedOptions.DEFAULT.withDurability(Durability.FLUSH);
        served = new Way.Served(folder.resolve("data"), server);
        pfs = Pfs.beside(served, ClientOptions.DEFAULT);
    }

    @AfterEach
    void close() {
        pfs.close();
    }

    private static byte[] random(int length, long seed) {
        byte[] bytes = new byte[length];
        new Random(seed).nextBytes(bytes);
        return bytes;
    }

    private static byte[] cell(int nth) {
        return random(100 + nth * 1000, nth);
    }

    private static String row(int nth) {
        return "r" + nth;
    }

    /** A table whose cells are in segments. */
    private Table filled() {
        Table table = pfs.createTable("/t");
        Map<String, byte[]> cells = new TreeMap<>();
        for (int i = 0; i < ROWS; i++) {
            cells.put(row(i), cell(i));
        }
        table.putAll("content", cells);
        served.engine().checkpoint();
        return table;
    }

    /** The file of the pool that holds these bytes. */
    private Path fileWith(byte[] bytes) throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("data").resolve("pool"))) {
            for (Path file : files.toList()) {
                if (indexOf(Files.readAllBytes(file), bytes) >= 0) {
                    return file;
                }
            }
        }
        throw new AssertionError("these bytes are in no file");
    }

    private LocalReadCounts counts() {
        return pfs.localReads();
    }

    private void requireReadHere(long cells, long bytes) {
        assertEquals(new LocalReadCounts(cells, bytes, 0), counts());
    }

    @Test
    void rowsOfAnyRequestAreReadHere() {
        Table table = filled();
        long bytes = 0;
        List<String> names = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            assertArrayEquals(cell(i), table.get(row(i), "content").orElseThrow());
            names.add(row(i));
            bytes += cell(i).length;
        }
        requireReadHere(ROWS, bytes);
        Map<String, byte[]> all = table.getAll(names, "content");
        for (RowView row : table.scan().columns("content").pages(7, 1 << 20)) {
            assertArrayEquals(all.get(row.name()), row.cell("content").orElseThrow());
            assertArrayEquals(cell(Integer.parseInt(row.name().substring(1))), all.get(row.name()));
        }
        requireReadHere(3 * ROWS, 3 * bytes);
        RowView one = table.row(row(9), "content").orElseThrow();
        assertArrayEquals(cell(9), one.cell("content").orElseThrow());
        assertArrayEquals(
                Arrays.copyOfRange(cell(9), 77, 177),
                table.getRange(row(9), "content", 77, 100).orElseThrow());
        requireReadHere(3 * ROWS + 2, 3 * bytes + cell(9).length + 100);
    }

    /** Short cells of a table for large files are objects, too. */
    @Test
    void shortObjectsAreReadHere() {
        Table table = pfs.createTable("/l", TableOptions.DEFAULT.withPolicy(Policy.LARGE));
        List<String> names = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            table.put(row(i), "content", random(i * 300_000, i));
            names.add(row(i));
        }
        served.engine().checkpoint();
        assertArrayEquals(random(300_000, 1), table.get(row(1), "content").orElseThrow());
        Map<String, byte[]> all = table.getAll(names, "content");
        for (int i = 1; i <= 3; i++) {
            assertArrayEquals(random(i * 300_000, i), all.get(row(i)));
        }
        requireReadHere(4, 7 * 300_000);
    }

    /** Beyond the end there is nothing, and that is no reason to ask again. */
    @Test
    void partsEndWhereTheCellEnds() {
        Table table = filled();
        byte[] cell = cell(9);
        assertEquals(0, table.getRange(row(9), "content", cell.length + 5L, 10).orElseThrow().length);
        byte[] end = Arrays.copyOfRange(cell, cell.length - 3, cell.length);
        assertArrayEquals(
                end, table.getRange(row(9), "content", cell.length - 3L, 10).orElseThrow());
        assertEquals(0, counts().askedAgain());
    }

    @Test
    void furtherColumnsAreReadHereAndWhatIsInTheJournalIsNot() {
        Table table = filled();
        for (int i = 0; i < 12; i++) {
            table.put("wide", "c" + i, random(9000 + i, i));
        }
        served.engine().checkpoint();
        table.put("small", "content", random(10, 1));
        assertArrayEquals(random(10, 1), table.get("small", "content").orElseThrow());
        requireReadHere(0, 0);
        assertArrayEquals(random(9011, 11), table.get("wide", "c11").orElseThrow());
        requireReadHere(1, 9011);
    }

    @Test
    void streamsOfLargeCellsReadHere() throws IOException {
        byte[] large = random(5 * LIMIT + 12_345, 3);
        pfs.files().write("/f", large);
        Random random = new Random(5);
        try (CellInput in = pfs.files().open("/f")) {
            assertArrayEquals(large, in.readAllBytes());
            for (int i = 0; i < 100; i++) {
                int at = random.nextInt(large.length);
                byte[] some = new byte[random.nextInt(1 << 19)];
                int count = in.readAt(at, some, 0, some.length);
                assertEquals(Math.min(some.length, large.length - at), count);
                assertArrayEquals(Arrays.copyOfRange(large, at, at + count), Arrays.copyOf(some, count));
            }
            in.seek(LIMIT);
            assertArrayEquals(Arrays.copyOfRange(large, LIMIT, LIMIT + 99), in.readNBytes(99));
        }
        assertTrue(counts().bytes() > large.length, counts().toString());
        assertEquals(0, counts().askedAgain());
    }

    /** What was opened is read to its end, though row and file are gone. */
    @Test
    void aStreamOutlivesItsFile() throws IOException {
        byte[] large = random(3 * LIMIT, 3);
        pfs.files().write("/f", large);
        try (CellInput in = pfs.files().open("/f")) {
            assertArrayEquals(Arrays.copyOf(large, 100), in.readNBytes(100));
            assertTrue(pfs.files().delete("/f"));
            served.engine().checkpoint();
            in.seek(2L * LIMIT);
            assertArrayEquals(Arrays.copyOfRange(large, 2 * LIMIT, 3 * LIMIT), in.readAllBytes());
        }
    }

    @Test
    void aFileThatIsGoneIsTheServersToFind() throws IOException {
        Table table = filled();
        try (Pfs other = Pfs.over(served.another(), ClientOptions.DEFAULT)) {
            assertArrayEquals(
                    cell(7), other.openTable("/t").get(row(7), "content").orElseThrow());
        }
        Files.delete(fileWith(cell(7))); // the server has it open
        assertArrayEquals(cell(7), table.get(row(7), "content").orElseThrow());
        assertEquals(new LocalReadCounts(0, 0, 1), counts());
    }

    @Test
    void damageIsNamedByTheServer() throws IOException {
        Table table = filled();
        Path segment = damage(cell(20));
        PfsException refused = assertThrows(PfsException.class, () -> table.get(row(20), "content"));
        assertEquals(ErrorCode.CORRUPT, refused.code());
        assertTrue(
                refused.getMessage().contains(String.valueOf(segment.getFileName()))
                        && refused.getMessage().contains("checksum"),
                refused.getMessage());
        assertArrayEquals(cell(21), table.get(row(21), "content").orElseThrow());
        assertEquals(new LocalReadCounts(1, cell(21).length, 1), counts());
    }

    private Path damage(byte[] cell) throws IOException {
        byte[] begin = Arrays.copyOf(cell, 64);
        Path file = fileWith(begin);
        byte[] bytes = Files.readAllBytes(file);
        bytes[indexOf(bytes, begin) + cell.length / 2] ^= 1;
        Files.write(file, bytes);
        return file;
    }

    private static int indexOf(byte[] bytes, byte[] wanted) {
        for (int at = 0; at + wanted.length <= bytes.length; at++) {
            if (Arrays.equals(bytes, at, at + wanted.length, wanted, 0, wanted.length)) {
                return at;
            }
        }
        return -1;
    }

    @Test
    void aDamagedLargeCellIsNamedByTheServer() throws IOException {
        byte[] large = random(3 * LIMIT, 3);
        pfs.files().write("/f", large);
        damage(large);
        try (CellInput in = pfs.files().open("/f")) {
            assertArrayEquals(Arrays.copyOf(large, LIMIT), in.readNBytes(LIMIT));
            PfsException refused = assertThrows(PfsException.class, in::readAllBytes);
            assertEquals(ErrorCode.CORRUPT, refused.code());
        }
    }

    /** Compressed cells are the server's to unpack; nobody tries again and again. */
    @Test
    void compressedCellsAreAskedFor() {
        Table table = pfs.createTable("/t");
        table.addColumn("text", ColumnOptions.DEFAULT.withCompression());
        byte[] dull = new byte[50_000];
        for (int i = 0; i < 10; i++) {
            table.put(row(i), "text", dull);
        }
        served.engine().checkpoint();
        for (int i = 0; i < 10; i++) {
            assertArrayEquals(dull, table.get(row(i), "text").orElseThrow());
        }
        assertEquals(new LocalReadCounts(0, 0, 1), counts());
    }

    /** A copy of the folder, or that of another life of the server, has another witness. */
    @Test
    void anotherFoldersWitnessIsNone() throws IOException {
        filled();
        Path witness = folder.resolve("data").resolve("pool").resolve(PoolPlace.FILE);
        byte[] bytes = Files.readAllBytes(witness);
        Files.delete(witness);
        try (Pfs other = Pfs.beside(served.another(), ClientOptions.DEFAULT)) {
            assertArrayEquals(
                    cell(7), other.openTable("/t").get(row(7), "content").orElseThrow());
            assertEquals(LocalReadCounts.NONE, other.localReads());
        }
        bytes[20] ^= 1; // its owner; then the checksum is wrong as well, which is as good
        Files.write(witness, bytes);
        try (Pfs other = Pfs.beside(served.another(), ClientOptions.DEFAULT)) {
            assertArrayEquals(
                    cell(7), other.openTable("/t").get(row(7), "content").orElseThrow());
            assertEquals(LocalReadCounts.NONE, other.localReads());
        }
    }

    private static int callsToOpen(CountedConnection counted, Table table, String name, byte[] cell) {
        int before = counted.requests();
        try (CellInput in = table.open("r", name).orElseThrow()) {
            assertArrayEquals(cell, in.readAllBytes());
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return counted.requests() - before;
    }

    /** Nobody asks for a place again of which he saw that it doesn't do, nor for those of a column that is compressed. */
    @Test
    void aStreamAsksOnceForAPlace() throws IOException {
        CountedConnection counted = new CountedConnection(served.another(), true);
        try (Pfs other = Pfs.beside(counted, ClientOptions.DEFAULT)) {
            Table table = other.createTable("/t");
            table.addColumn("text", ColumnOptions.DEFAULT.withCompression());
            byte[] dull = new byte[50_000];
            table.edit("r").put("text", dull).put("content", cell(9)).apply();
            served.engine().checkpoint();
            int plain = callsToOpen(counted, table, "content", cell(9));
            assertEquals(plain + 1, callsToOpen(counted, table, "text", dull));
            assertEquals(plain, callsToOpen(counted, table, "text", dull));
            long before = other.localReads().cells();
            assertEquals(plain, callsToOpen(counted, table, "content", cell(9)));
            assertEquals(before + 1, other.localReads().cells(), "the other column is read here as before");
        }
    }

    @Test
    void aPackedColumnIsNoReasonToAskForOthers() {
        Table table = pfs.createTable("/t");
        table.addColumn("text", ColumnOptions.DEFAULT.withCompression());
        table.edit("r").put("text", new byte[50_000]).put("content", cell(9)).apply();
        served.engine().checkpoint();
        assertArrayEquals(
                cell(9),
                table.row("r", "text", "content").orElseThrow().cell("content").orElseThrow());
        assertEquals(new LocalReadCounts(0, 0, 1), counts());
        assertArrayEquals(cell(9), table.get("r", "content").orElseThrow());
        assertEquals(new LocalReadCounts(1, cell(9).length, 1), counts());
        assertArrayEquals(new byte[50_000], table.get("r", "text").orElseThrow());
        assertEquals(new LocalReadCounts(1, cell(9).length, 1), counts());
    }

    /** On the thread of an answer, too, which must not be kept nor get an exception. */
    @Test
    void partsThatAreNotWaitedForAreReadHereOrAskedFor() throws Exception {
        byte[] large = random(3 * LIMIT, 3);
        pfs.files().write("/f", large);
        try (CellInput in = pfs.files().open("/f")) {
            byte[] some = Arrays.copyOfRange(large, LIMIT, LIMIT + 1_000_000);
            assertArrayEquals(some, in.readAsync(LIMIT, some.length).get());
            assertEquals(some.length, counts().bytes());
        }
        damage(large);
        try (CellInput in = pfs.files().open("/f")) {
            CompletableFuture<byte[]> read =
                    pfs.ensureTableAsync("/new", TableOptions.DEFAULT).thenCompose(table -> in.readAsync(0, 3 * LIMIT));
            ExecutionException refused = assertThrows(ExecutionException.class, read::get);
            assertEquals(
                    ErrorCode.CORRUPT,
                    assertInstanceOf(PfsException.class, refused.getCause()).code());
        }
    }

    /** What reads on after its client was closed has no file when it is done. */
    @Test
    void aClientThatIsClosedKeepsNoFileOpen() throws IOException {
        byte[] large = random(3 * LIMIT, 3);
        pfs.files().write("/f", large);
        served.engine().checkpoint();
        long before = openObjects();
        Pfs other = Pfs.beside(served.another(), ClientOptions.DEFAULT);
        try (CellInput in = other.files().open("/f")) {
            assertEquals(before + 1, openObjects());
            other.close();
            assertEquals(before, openObjects());
            assertEquals(large[0] & 0xff, in.read());
            assertEquals(before, openObjects());
        }
    }

    private static long openObjects() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
            return files.filter(LocalReadsTest::isObject).count();
        }
    }

    private static boolean isObject(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString().contains("/object-");
        } catch (IOException e) {
            return false; // closed meanwhile
        }
    }

    @Test
    void itCanBeSwitchedOff() {
        filled();
        try (Pfs other = Pfs.beside(served.another(), ClientOptions.DEFAULT.withLocalReads(false))) {
            assertArrayEquals(
                    cell(7), other.openTable("/t").get(row(7), "content").orElseThrow());
            assertEquals(LocalReadCounts.NONE, other.localReads());
        }
    }
}
