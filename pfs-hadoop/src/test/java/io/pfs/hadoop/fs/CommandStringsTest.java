package io.pfs.hadoop.fs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.client.Pfs;
import io.pfs.client.sorted.Sorted;
import io.pfs.client.table.RowEditor;
import io.pfs.client.table.Table;
import io.pfs.hadoop.testing.ServedFolder;
import io.pfs.hadoop.testing.Shell;
import io.pfs.row.TagValue;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathIOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The strings of the paper's table of calls, as they are typed: {@code hadoop fs -getfattr} and {@code -setfattr}. */
final class CommandStringsTest {
    private static int tables;

    @TempDir
    private static java.nio.file.Path folder;

    private static ServedFolder server;
    private static Pfs pfs;
    private static FileSystem fs;

    private String table;
    private Table files;
    private String sorted;

    @BeforeAll
    static void start() throws IOException {
        server = ServedFolder.startAsElsewhere(folder);
        pfs = Pfs.connect(server.uri().toString());
        fs = FileSystem.newInstance(server.uri(), new Configuration(false));
    }

    @AfterAll
    static void end() throws IOException {
        fs.close();
        pfs.close();
        server.close();
    }

    @BeforeEach
    void files() {
        table = "/files" + tables;
        sorted = "S" + tables++;
        files = pfs.ensureTable(table);
        for (int n = 0; n < 30; n++) {
            files.edit("f" + n + ".x").put("thumb", ("t" + n).getBytes(UTF_8)).apply();
        }
        try (Sorted made = pfs.createSorted(sorted)) {
            made.add(table, "k1", "k2");
        }
    }

    /** What the command says, without the line that names the file. */
    private static List<String> shell(int code, String... args) throws Exception {
        return new Shell(server.uri())
                .told(code, args)
                .lines()
                .filter(line -> !line.startsWith("# file: "))
                .toList();
    }

    private List<String> get(String name) throws Exception {
        return shell(0, "-getfattr", "-n", name, table);
    }

    private void set(String name, String... more) throws Exception {
        List<String> args = new ArrayList<>(List.of("-setfattr", "-n", name));
        args.addAll(Arrays.asList(more));
        args.add(table);
        assertEquals(List.of(), shell(0, args.toArray(String[]::new)));
    }

    private String text(String name) throws IOException {
        return new String(fs.getXAttr(new Path(table), name), UTF_8);
    }

    @Test
    void callsOfTablesAreTyped() throws Exception {
        assertEquals(List.of("pfs.table.opentab." + table + "=\"" + table + "\""), get("pfs.table.opentab." + table));
        set("pfs.table.writetab." + table + ".f1.x.caption", "-v", "a cat");
        assertEquals(
                List.of("pfs.table.readtab." + table + ".f1.x.caption=\"a cat\""),
                get("pfs.table.readtab." + table + ".f1.x.caption"));
        String loaded = "pfs.table.bulkload." + table + ".caption";
        assertEquals(List.of(loaded + "=\"f1.x 5", "a cat\""), get(loaded));
        assertEquals(
                List.of("pfs.table.tabschema." + table + "=\"0 content", "1 thumb", "2 caption", "\""),
                get("pfs.table.tabschema." + table));
        get("pfs.table.closetab." + table);
    }

    @Test
    void callsOfSortedFilesAreTyped() throws Exception {
        assertEquals(
                List.of("pfs.sorted.opensorted." + sorted + "=\"" + sorted + "\""),
                get("pfs.sorted.opensorted." + sorted));
        String of = sorted + ".";
        set("pfs.sorted.set." + of + "f1.x.k1=5,k2=30");
        set("pfs.sorted.set." + of + table + "/f2.x.k1=7, k2=20.5");
        set("pfs.sorted.set." + of + "f3.x.k1=15,k2=40");
        String search = "pfs.sorted.search." + of + "R:k1 < 10&k2 > 20";
        assertEquals("\n" + table + "/f1.x\n" + table + "/f2.x\n", sortedLines(search));
        assertEquals(
                List.of(search + "=\"" + text(search).lines().findFirst().orElseThrow()),
                get(search).subList(0, 1));
        set("pfs.sorted.update." + of + "f2.x.k2=10");
        assertEquals("\n" + table + "/f1.x\n", sortedLines(search));
        assertEquals(List.of("pfs.sorted.test." + of + "f2.x.k2=\"10\""), get("pfs.sorted.test." + of + "f2.x.k2"));
        set("pfs.sorted.delete." + of + "f2.x.k2");
        assertTrue(shell(1, "-getfattr", "-n", "pfs.sorted.test." + of + "f2.x.k2", table)
                .get(0)
                .contains("has no tag 'k2'"));
        assertEquals(
                List.of("/f3.x", "/f2.x", "/f1.x").stream()
                        .map(name -> table + name)
                        .toList(),
                text("pfs.sorted.search." + of + "where k1 > 0 order by k1 desc")
                        .lines()
                        .toList());
        get("pfs.sorted.closesorted." + sorted);
    }

    /** Rows that a search finds come in no order. */
    private String sortedLines(String search) throws IOException {
        StringBuilder lines = new StringBuilder("\n");
        text(search).lines().sorted().forEach(line -> lines.append(line).append('\n'));
        return lines.toString();
    }

    @Test
    void aRowCanBeTheOneThatIsAsked() throws Exception {
        Path file = new Path(table + "/f4.x");
        fs.setXAttr(file, "pfs.sorted.set." + sorted + ".k1=1,k2='a,b'", null);
        assertEquals(
                Map.of("k1", new TagValue.OfLong(1), "k2", new TagValue.OfString("a,b")),
                files.row("f4.x").orElseThrow().tags());
        assertEquals("a,b", new String(fs.getXAttr(file, "pfs.sorted.test." + sorted + ".k2"), UTF_8));
    }

    @Test
    void groupsAndPlansAreLines() throws IOException {
        for (int n = 0; n < 4; n++) {
            files.edit("f" + n + ".x")
                    .tag("k1", n % 2 == 0 ? "even" : "odd")
                    .tag("k2", n)
                    .apply();
        }
        assertEquals(
                "even\t2\t2\nodd\t2\t4\n-\t26\t-\n",
                text("pfs.sorted.search." + sorted + ".select count(*), sum(k2) group by k1"));
        String plan = text("pfs.sorted.explain." + sorted + ".k1 = 'even'");
        assertTrue(plan.startsWith(table + ": ") && plan.endsWith(", 2 found\n"), plan);
    }

    @Test
    void whatIsWrongIsSaid() throws Exception {
        List<String> said = shell(1, "-getfattr", "-n", "pfs.sorted.search." + sorted + ".k1 <", table);
        assertTrue(said.get(0).contains("character "), said.toString());
        assertTrue(shell(1, "-getfattr", "-n", "pfs.sorted.search." + sorted + ".R:k3 < 1", table)
                .get(0)
                .contains("there is no tag 'k3'"));
        Path any = new Path("/");
        assertThrows(FileNotFoundException.class, () -> fs.getXAttr(any, "pfs.sorted.opensorted.none"));
        assertThrows(
                PathIOException.class,
                () -> fs.setXAttr(any, "pfs.sorted.set." + sorted + "." + table + "/f1.x.k1=1", new byte[1]));
        assertThrows(PathIOException.class, () -> fs.getXAttr(any, "pfs.sorted.set." + sorted + ".x.k1=1"));
        assertThrows(PathIOException.class, () -> fs.setXAttr(any, "pfs.sorted.test." + sorted + ".x.k1", new byte[0]));
    }

    @Test
    void moreThanAnAttributeCarriesIsRefused() throws IOException {
        String search = "pfs.sorted.search." + sorted + ".k1 = 1";
        String many = "x".repeat(200);
        List<RowEditor> edits = new ArrayList<>();
        for (int n = 0; n < 400; n++) {
            edits.add(files.edit(many + n).tag("k1", 1));
        }
        files.applyAll(edits);
        PathIOException refused = assertThrows(PathIOException.class, () -> fs.getXAttr(new Path(table), search));
        assertTrue(
                refused.getMessage().contains("65536 bytes that an attribute carries; say a limit"),
                refused.getMessage());
        assertEquals(300, text(search + " limit 300").lines().count());
    }
}
