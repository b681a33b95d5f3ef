package io.pfs.server.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.client.Pfs;
import io.pfs.client.table.Table;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code bin/pfs table}, as people and programs see it. */
final class TableCommandTest {
    @TempDir
    private Path folder;

    private Path data;

    @BeforeEach
    void rows() {
        data = folder.resolve("data");
        try (Pfs pfs = Pfs.embedded(data)) {
            Table table = pfs.ensureTable("/t");
            table.put("a", "content", new byte[] {1, 2});
            table.put("a", "thumb", new byte[] {3});
        }
    }

    /** The lines that a command says, be they an answer or a complaint. */
    private List<String> run(int code, Object command, String... arguments) {
        StringWriter said = new StringWriter();
        PrintWriter out = new PrintWriter(said);
        int returned = new CommandLine(command)
                .setOut(out)
                .setErr(out)
                .setExecutionExceptionHandler((e, line, parsed) -> {
                    out.println(e.getMessage());
                    return e instanceof PfsException pfs && pfs.code() == ErrorCode.USAGE ? 2 : 1;
                })
                .execute(Stream.concat(Stream.of("--embedded", data.toString()), Stream.of(arguments))
                        .toArray(String[]::new));
        assertEquals(code, returned, said::toString);
        return said.toString().lines().toList();
    }

    /** A table is over one place at least, so nothing would be done. */
    @Test
    void aSpreadOverNothingIsRefused() {
        String refused = run(2, new TableSchema(), "/t", "--spread", "0").get(0);
        assertTrue(refused.contains("--spread must be from 1 to "), refused);
    }

    /** As what a shell makes of {@code content=<(command)}. */
    @Test
    void whatIsNoRegularFileIsReadAsWell() {
        assertEquals(1, run(0, new TablePut(), "/t/empty", "content=/dev/null").size());
        assertEquals(
                List.of("USAGE (106): there is no file " + folder.resolve("nowhere")),
                run(2, new TablePut(), "/t/b", "content=" + folder.resolve("nowhere")));
        assertEquals(
                List.of("USAGE (106): " + folder + " is a directory: name a file in it"),
                run(2, new TablePut(), "/t/b", "content=" + folder));
    }

    private Path file(String name) throws IOException {
        return Files.writeString(folder.resolve(name), name);
    }

    @Test
    void namesThatAreNoTextAreToldApart() {
        byte[][] names = {{'b', -1}, {'b', -2}};
        try (Pfs pfs = Pfs.embedded(data)) {
            for (byte[] name : names) {
                pfs.ensureTable("/b\\x")
                        .edit(RowName.of(name, 0, name.length))
                        .tag("n", 1)
                        .apply();
            }
        }
        List<String> list = run(0, new TableList(), "/b\\x");
        assertTrue(list.stream().anyMatch(line -> line.endsWith("  b\\xff")), list::toString);
        assertTrue(list.stream().anyMatch(line -> line.endsWith("  b\\xfe")), list::toString);
        List<String> json = run(0, new TableScan(), "/b\\x", "--json");
        assertTrue(json.contains("{\"name\":{\"bytes\":\"62ff\"},\"cells\":{},\"tags\":{\"n\":1}}"), json::toString);
        assertTrue(json.contains("{\"name\":{\"bytes\":\"62fe\"},\"cells\":{},\"tags\":{\"n\":1}}"), json::toString);
        List<String> found = run(0, new TagSearch(), "from '/b\\x'");
        assertTrue(found.contains("/b\\\\x/b\\xff  0"), found::toString);
        assertTrue(run(0, new TableSchema(), "/b\\x").get(0).startsWith("/b\\\\x  policy"));
        assertTrue(run(0, new TableSchema(), "/b\\x", "--json").get(0).startsWith("{\"path\":\"/b\\\\x\","));
    }

    @Test
    void whatATerminalWouldActOnIsNotShown() throws IOException {
        String row = "/t/a\n\u001b[2J";
        String content = "content=" + file("c");
        assertEquals(List.of("/t/a\\x0a\\x1b[2J has version 1"), run(0, new TablePut(), row, content));
        List<String> list = run(0, new TableList(), "/t");
        assertTrue(list.stream().anyMatch(line -> line.endsWith("  a\\x0a\\x1b[2J")), list::toString);
        assertEquals(List.of("removed /t/a\\x0a\\x1b[2J"), run(0, new TableRemove(), row));
    }

    @Test
    void whatIsGivenTwiceIsRefused() throws IOException {
        String file = file("f").toString();
        assertTrue(run(2, new TablePut(), "/t/a", "content=" + file, "content=" + file)
                .get(0)
                .endsWith("column 'content' is given twice"));
        assertTrue(run(2, new TablePut(), "/t/a", "content=" + file, "--tag", "k=1", "--tag", "k=2")
                .get(0)
                .endsWith("tag 'k' is given twice"));
        assertTrue(run(2, new TablePut(), "/t/a", file).get(0).contains("a column is given as NAME=..."));
        assertTrue(run(2, new TablePut(), "/t/a", "content=-", "thumb=-")
                .get(0)
                .endsWith("but - is given for columns content, thumb"));
        run(0, new TablePut(), "/t/b", "content=" + file, "--tag", "k=a=b");
        assertEquals(List.of("k=a=b"), run(0, new TagGet(), "/t/b"));
    }

    @Test
    void aCellThatIsRemovedIsNamed() {
        assertEquals(List.of("removed thumb of /t/a"), run(0, new TableRemove(), "/t/a", "--column", "thumb"));
        assertEquals(
                List.of("{\"removed\":\"/t/a\",\"column\":\"content\"}"),
                run(0, new TableRemove(), "/t/a", "--column", "content", "--json"));
    }

    @Test
    void aDashIsStandardOutput() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream before = System.out;
        System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        try {
            run(0, new TableGet(), "/t/a", "thumb", "-o", "-");
        } finally {
            System.setOut(before);
        }
        assertEquals("\u0003", bytes.toString(StandardCharsets.UTF_8));
        assertFalse(Files.exists(Path.of("-")));
    }

    @Test
    void aChangeThatFailsSaysWhatIsDone() {
        List<String> said = run(
                1, new TableSchema(), "/t", "--add", "x", "--rename", "thumb=small", "--rename", "no=y", "--drop", "x");
        assertTrue(
                said.get(0)
                        .endsWith(
                                "; this was --rename no=y; done is --add x, --rename thumb=small; not tried is --drop x"),
                said::toString);
        assertTrue(run(1, new TableSchema(), "/t", "--drop", "no", "--add", "x")
                .get(0)
                .endsWith("; this was --add x, and nothing is done; not tried is --drop no"));
        assertFalse(run(1, new TableSchema(), "/t", "--add", "x").get(0).contains("this was"));
    }

    @Test
    void whatIsWrongByItselfIsRefusedBeforeAnyChange() {
        run(2, new TableSchema(), "/t", "--add", "x", "--rename", "thumb");
        run(2, new TableSchema(), "/t", "--add", "x", "--policy", "none");
        assertTrue(run(2, new TableSchema(), "/t", "--group", "g").get(0).contains("--add"));
        assertFalse(run(0, new TableSchema(), "/t").toString().contains("x"));
    }

    @Test
    void aTableWithColumnsThatCanNotBeIsNotMade() {
        assertTrue(run(2, new TableCreate(), "/new", "--column", "a", "--compressed", "a")
                .get(0)
                .endsWith("column 'a' is given twice"));
        assertTrue(run(1, new TableCreate(), "/new", "--column", "a", "--column", "b/c")
                .get(0)
                .contains("NAME_INVALID"));
        assertEquals(1, run(0, new TableList(), "/").size());
        run(0, new TableCreate(), "/new", "--column", "a", "--compressed", "b");
    }

    @Test
    void whoLooksMakesNoFileSystem() throws IOException {
        data = Files.createDirectory(folder.resolve("my data"));
        List<String> said = run(1, new TableList(), "/");
        assertTrue(
                said.get(0)
                        .endsWith("there is no file system of PFS in " + data + "; `pfs table create --embedded '"
                                + data + "' /TABLE` makes it"),
                said::toString);
        try (Stream<Path> left = Files.list(data)) {
            assertEquals(List.of(), left.toList());
        }
        run(0, new TableCreate(), "/t");
        assertEquals(1, run(0, new TableList(), "/").size());
    }

    @Test
    void aFileIsNoFileSystem() throws IOException {
        data = file("f");
        assertTrue(run(2, new TableList(), "/").get(0).endsWith("f is no folder; name that of a file system"));
        assertTrue(run(2, new TableCreate(), "/t").get(0).endsWith("f is no folder; name that of a file system"));
    }

    /** The ids of tables are given their names in messages: whole ids, not such as begin alike. */
    @Test
    void aTableThatIsMovedIntoItselfIsCalledByNoOthersName() {
        for (int i = 0; i < 20; i++) {
            run(0, new TableCreate(), "/m" + i + "/n");
            String said = run(1, new TableMove(), "/m" + i, "/m" + i + "/n/x").get(0);
            assertTrue(said.contains("below itself"), said);
            assertFalse(said.contains("'/'"), said);
        }
    }
}
