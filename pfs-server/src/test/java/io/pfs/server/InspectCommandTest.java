package io.pfs.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.env.system.SystemClock;
import io.pfs.env.system.SystemEntropy;
import io.pfs.server.inspect.SampleFolder;
import io.pfs.server.store.FolderSalvage;
import io.pfs.server.store.Salvaged;
import io.pfs.server.table.TableFacts;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bin/pfs admin dump} and {@code bin/pfs admin fsck}, as people and programs see them. */
final class InspectCommandTest {
    private static final int SPOILED_BYTES = 3;

    @TempDir
    private static Path shared;

    private static Path data = Path.of("");

    @TempDir
    private Path temporary;

    @BeforeAll
    static void makeFolder() {
        data = shared.resolve("data");
        SampleFolder.fill(data).close();
    }

    private static List<String> run(int code, String... args) {
        PrintStream before = System.out;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            assertEquals(code, Main.run(args), () -> bytes.toString(StandardCharsets.UTF_8));
        } finally {
            System.setOut(before);
        }
        return bytes.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void aCleanFolderIsSaidToBeClean() {
        List<String> lines = run(0, "admin", "fsck", data.toString());
        assertTrue(lines.get(0).startsWith("3 tables, "), lines.toString());
        assertEquals("CLEAN  0 damaged, 0 orphans, 0 notes", lines.get(lines.size() - 1));
        List<String> json = run(0, "admin", "fsck", "--json", data.toString());
        assertEquals(1, json.size(), json.toString());
        assertTrue(json.get(0).startsWith("{\"complete\":true,\"shards\":1,\"tables\":3,"), json.get(0));
        assertTrue(json.get(0).endsWith(",\"damage\":0,\"orphans\":0,\"notes\":0}"), json.get(0));
    }

    /** What can't be looked into may well be one of PFS. */
    @Test
    void aFolderThatCanNotBeLookedIntoIsNotSaidToBeNone() throws IOException {
        Path loop = temporary.resolve("loop");
        Files.createSymbolicLink(loop, loop);
        run(1, "admin", "fsck", loop.toString());
        run(1, "admin", "fsck", "--pool", loop.toString(), data.toString());
        Path closed = Files.createDirectory(temporary.resolve("closed"));
        Files.createSymbolicLink(closed.resolve("superblock"), closed.resolve("superblock"));
        run(1, "admin", "fsck", closed.toString());
        run(2, "admin", "fsck", temporary.resolve("none").toString());
    }

    @Test
    void damageIsSaidInALineAndByTheExitCode() throws IOException {
        Path copy = SampleFolder.copy(data, temporary.resolve("copy"));
        Files.delete(copy.resolve("pool").resolve("column-000000000001"));
        List<String> lines = run(1, "admin", "fsck", "--limit", "2", copy.toString());
        assertTrue(lines.get(0).startsWith("DAMAGE  column-000000000001 at "), lines.get(0));
        assertEquals(
                2, lines.stream().filter(line -> line.startsWith("DAMAGE ")).count());
        assertTrue(lines.get(lines.size() - 1).startsWith("DAMAGED  "), lines.toString());
        assertTrue(lines.get(0).contains(" (/photos) row 'row-"), lines.get(0));
        List<String> json = run(1, "admin", "fsck", "--json", copy.toString());
        assertTrue(
                json.get(0).startsWith("{\"finding\":\"damage\",\"file\":\"column-000000000001\",\"offset\":"),
                json.get(0));
        assertTrue(json.get(0).contains("\"subject\":\"table-"), json.get(0));
        assertTrue(json.get(0).contains(",\"path\":\"/photos\",\"text\":"), json.get(0));
    }

    /** The journal has lost a record: nothing is given up before somebody says so. */
    @Test
    void whatTheJournalHasLostIsGivenUpOnlyIfThatIsAsked() throws IOException {
        Path copy = SampleFolder.copy(data, temporary.resolve("rotten"));
        spoil(copy.resolve("journal"), "row-1160");
        for (int times = 0; times < 2; times++) {
            List<String> lines = run(1, "admin", "fsck", copy.toString());
            assertTrue(
                    lines.get(0)
                                    .startsWith(
                                            "DAMAGE  shard-0 is set apart, and no space is taken back: the journal has lost records at ")
                            && lines.get(0).endsWith("admin fsck --salvage"),
                    lines.get(0));
        }
        List<String> lines = run(0, "admin", "fsck", "--salvage", copy.toString());
        assertTrue(
                lines.get(0).startsWith("SALVAGED " + copy + ": given up is what stood in ")
                        && lines.get(0).endsWith(", 1 records"),
                lines.get(0));
        assertEquals("SALVAGED shard-0: 1 missing before others that are there", lines.get(1));
        assertTrue(lines.get(lines.size() - 1).startsWith("CLEAN  0 damaged, "), lines.toString());
        for (String line : run(0, "admin", "fsck", "--salvage", copy.toString())) {
            assertFalse(line.startsWith("SALVAGED"), "it was given up before: " + line);
        }
    }

    /** It takes as long as a check of all slices: somebody may think that it hangs. */
    @Test
    void howManySlicesAreReadIsToldWhileTheyAre() throws IOException {
        Path copy = SampleFolder.copy(data, temporary.resolve("whole"));
        AtomicInteger slices = new AtomicInteger();
        FolderSalvage.run(
                Optional.empty(), List.of(copy), new SystemClock(), new SystemEntropy(), new FolderSalvage.Listener() {
                    @Override
                    public void done(Salvaged salvaged) {
                        throw new AssertionError("nothing is lost there: " + salvaged);
                    }

                    @Override
                    public void sliceRead() {
                        slices.incrementAndGet();
                    }
                });
        assertTrue(slices.get() >= 3, slices + " of three tables");
    }

    @Test
    void whatWasGivenUpIsToldToPrograms() throws IOException {
        Path copy = SampleFolder.copy(data, temporary.resolve("rotten"));
        spoil(copy.resolve("journal"), "row-1160");
        String json =
                run(0, "admin", "fsck", "--json", "--salvage", copy.toString()).get(0);
        assertTrue(
                json.startsWith("{\"salvaged\":\"" + copy + "\",\"losses\":[{\"file\":")
                        && json.endsWith(",\"records\":1}],\"shards\":[{\"shard\":0,\"missing\":1,\"leftOut\":0}]}"),
                json);
    }

    /** A slice can't be read: it is refused until somebody says that it is to go on with what is left. */
    @Test
    void whatCanNotBeReadIsGivenUpOnlyIfThatIsAsked() throws IOException {
        Path copy = SampleFolder.settled(temporary.resolve("rotten"));
        assertTrue(SampleFolder.spoil(copy, record -> record.key().table().sequence() >= TableFacts.FIRST_MADE) > 0);
        List<String> refused = run(1, "admin", "fsck", copy.toString());
        assertTrue(
                refused.get(0).startsWith("DAMAGE  metadata-")
                        && refused.get(0).contains("/slice-")
                        && refused.get(0).contains(" (/photos): ")
                        && refused.get(0)
                                .endsWith(
                                        "put the file back as it was, or do without these rows: admin fsck --salvage"),
                refused.get(0));
        List<String> lines = run(0, "admin", "fsck", "--salvage", copy.toString());
        assertTrue(
                lines.get(0).startsWith("SALVAGED table-")
                        && lines.get(0).contains(" (/photos): given up; rows left: 0 of some ")
                        && lines.get(0).contains("; it could not be read: metadata-"),
                lines.get(0));
        assertTrue(lines.get(lines.size() - 1).startsWith("CLEAN  0 damaged, "), lines.toString());
        for (String line : run(0, "admin", "fsck", "--salvage", copy.toString())) {
            assertFalse(line.startsWith("SALVAGED"), "it was given up before: " + line);
        }
    }

    @Test
    void slicesThatWereGivenUpAreToldToPrograms() throws IOException {
        Path copy = SampleFolder.settled(temporary.resolve("rotten"));
        SampleFolder.spoil(copy, record -> record.key().table().sequence() >= TableFacts.FIRST_MADE);
        String json =
                run(0, "admin", "fsck", "--json", "--salvage", copy.toString()).get(0);
        assertTrue(
                json.startsWith("{\"salvaged\":\"" + copy
                                + "\",\"losses\":[],\"shards\":[],\"slices\":[{\"slice\":\"table-")
                        && json.contains(",\"path\":\"/photos\",\"whole\":false,\"old\":false,\"rowsBefore\":")
                        && json.contains(",\"rowsLeft\":0,\"putBack\":0,\"why\":\"metadata-"),
                json);
    }

    private static void spoil(Path journal, String text) throws IOException {
        for (String name : journal.toFile().list()) {
            Path file = journal.resolve(name);
            byte[] bytes = Files.readAllBytes(file);
            int at = new String(bytes, StandardCharsets.ISO_8859_1).indexOf(text);
            if (at >= 0) {
                for (int i = at; i < at + SPOILED_BYTES; i++) { // less would be found out
                    bytes[i] ^= 7;
                }
                Files.write(file, bytes);
                return;
            }
        }
        throw new AssertionError(journal + " has no " + text);
    }

    @Test
    void aFileIsDumpedForPeopleAndForPrograms() {
        String superblock = data.resolve("superblock").toString();
        List<String> lines = run(0, "admin", "dump", superblock);
        assertEquals(4, lines.size(), lines.toString());
        assertTrue(lines.get(0).endsWith("kind=SUPERBLOCK"), lines.get(0));
        assertEquals("          64       24  superblock  shards=1024", lines.get(2));
        assertTrue(lines.get(3).startsWith("3 items, 0 damaged"), lines.get(3));
        List<String> json = run(0, "admin", "dump", "--json", superblock);
        assertEquals("{\"what\":\"superblock\",\"offset\":64,\"length\":24,\"shards\":1024}", json.get(2));
        assertEquals("{\"what\":\"summary\",\"items\":3,\"damaged\":0}", json.get(3));
    }

    @Test
    void namesCantSteerTheTerminalAndTheLimitHolds() {
        String journal =
                data.resolve("journal").resolve("journal-0000000000000001").toString();
        for (String mode : List.of("--limit=99999999", "--json")) {
            for (String line : run(0, "admin", "dump", mode, journal)) {
                assertFalse(line.chars().anyMatch(Character::isISOControl), line);
            }
        }
        assertEquals(
                6, run(0, "admin", "dump", "--json", "--limit", "5", journal).size());
    }

    @Test
    void aDamagedFileHasItsExitCodeAndAForeignOneAnother() throws IOException {
        byte[] bytes = Files.readAllBytes(data.resolve("superblock"));
        bytes[70] ^= 1;
        Path broken = Files.write(temporary.resolve("superblock"), bytes);
        List<String> lines = run(1, "admin", "dump", "--limit", "0", broken.toString());
        assertTrue(lines.get(0).contains("DAMAGED  why="), lines.toString());
        assertEquals(2, Main.run("admin", "dump", temporary.toString()));
        assertEquals(2, Main.run("admin", "dump"));
        assertEquals(
                2,
                Main.run(
                        "admin",
                        "fsck",
                        Files.createDirectory(temporary.resolve("none")).toString()));
        assertEquals(2, Main.run("admin", "fsck", "--limit", "-1", data.toString()));
    }
}
