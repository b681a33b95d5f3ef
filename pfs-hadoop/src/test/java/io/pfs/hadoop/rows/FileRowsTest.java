package io.pfs.hadoop.rows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.client.Pfs;
import io.pfs.client.table.Table;
import io.pfs.client.table.TablePart;
import io.pfs.hadoop.testing.ServedFolder;
import java.io.ByteArrayInputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of a table, many at a time: that they are whole, and that nothing is read that is not wanted. */
final class FileRowsTest {
    private static final int ROWS = 1000;
    private static final int LARGE = 3 << 20;

    @TempDir
    private Path folder;

    private ServedFolder server;
    private Pfs pfs;
    private Table table;

    @BeforeEach
    void start() {
        server = ServedFolder.start(folder.resolve("data"));
        pfs = Pfs.connect(server.uri().toString());
        table = pfs.ensureTable("/photos");
    }

    @AfterEach
    void stop() {
        pfs.close();
        server.close();
    }

    private void fill() {
        Map<String, byte[]> contents = new LinkedHashMap<>();
        for (int i = 0; i < ROWS; i++) {
            contents.put("r" + i, new byte[i]);
        }
        table.putAll("content", contents);
        table.put("r7", "thumb", new byte[3]);
        table.put("r8", "thumb", new byte[3]);
    }

    private Map<String, Integer> asked() {
        Map<String, Integer> asked = new TreeMap<>();
        server.answered().forEach(one -> asked.merge(one, 1, Integer::sum));
        return asked;
    }

    private static byte[] filled(int length, int with) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) with);
        return bytes;
    }

    private void writeLarge(String name, int with) {
        table.edit(name)
                .put("content", new ByteArrayInputStream(filled(LARGE, with)))
                .put("thumb", filled(10, with))
                .apply();
    }

    private FileRows all(Wanted wanted, Condition condition) {
        return FileRows.ofPart(table, TablePart.WHOLE, 1000, wanted, condition);
    }

    private static void requireOne(FileRow row) {
        byte with = row.cell("thumb").orElseThrow()[0];
        byte[] content = row.cell("content").orElseThrow();
        assertEquals(LARGE, content.length);
        assertTrue(content[0] == with && content[LARGE - 1] == with, "cells of " + with + " and " + content[0]);
    }

    @Test
    void aFileIsOfOneVersionAlsoIfItIsWrittenAnewMeanwhile() {
        for (String name : List.of("a", "b", "c")) {
            writeLarge(name, 1);
        }
        FileRows rows = all(new Wanted(List.of("content", "thumb"), List.of()), Condition.ALL);
        assertTrue(rows.hasNext(), "the page is here, and the large cell of the first");
        for (String name : List.of("a", "b", "c")) {
            writeLarge(name, 2);
        }
        requireOne(rows.next());
        FileRow second = rows.next();
        requireOne(second);
        assertEquals(2, second.cell("thumb").orElseThrow()[0], "as it is now");
        rows.forEachRemaining(FileRowsTest::requireOne);
    }

    @Test
    void aFileThatHasGoneIsLeftOut() {
        for (String name : List.of("a", "b", "c")) {
            writeLarge(name, 1);
        }
        FileRows rows = all(new Wanted(List.of("content"), List.of()), Condition.ALL);
        String first = rows.next().row().name();
        List.of("a", "b", "c").stream().filter(name -> !name.equals(first)).forEach(table::delete);
        assertTrue(!rows.hasNext());
        assertThrows(NoSuchElementException.class, rows::next);
    }

    @Test
    void oneThatIsNotWantedAnyMoreIsLeftOut() {
        table.put("a", "content", new byte[10]);
        table.put("b", "content", new byte[10]);
        List<String> met = new ArrayList<>();
        Condition small = (row, schema) -> row.size() < 100;
        FileRows rows =
                FileRows.ofPart(table, TablePart.WHOLE, 1, new Wanted(List.of("content"), List.of()), (row, schema) -> {
                    boolean isWanted = small.holds(row, schema);
                    if (met.isEmpty()) {
                        met.add(row.name());
                        table.put(row.name(), "content", new byte[1000]); // after it was looked at, before it is read
                    }
                    return isWanted;
                });
        assertTrue(!rows.next().row().name().equals(met.get(0)));
        assertTrue(!rows.hasNext());
    }

    @Test
    void onlyWhatIsWantedIsRead() {
        fill();
        asked();
        Condition few = (row, schema) -> row.size() >= ROWS - 3;
        FileRows rows = all(new Wanted(List.of("content"), List.of()), few);
        List<String> names = new ArrayList<>();
        rows.forEachRemaining(
                row -> names.add(row.row().name() + " " + row.cell("content").orElseThrow().length));
        names.sort(null);
        assertEquals(List.of("r997 997", "r998 998", "r999 999"), names);
        Map<String, Integer> asked = asked();
        assertEquals(1, asked.get("ReadRows"), asked.toString());
        assertEquals(2, asked.get("ListRows"), asked + ": a full page, and that nothing comes behind it");
    }

    @Test
    void whatWasFoundIsReadWithItsFormsAndDecided() {
        for (String form : List.of("thumb", "third", "fourth", "fifth", "sixth")) {
            table.addColumn(form);
        }
        for (int i = 0; i < 20; i++) {
            table.edit("r" + i)
                    .tag("even", i % 2 == 0)
                    .put("thumb", new byte[i])
                    .put("sixth", new byte[i])
                    .apply();
        }
        pfs.files().mkdirs("/photos/folder");
        Wanted wanted = new Wanted(List.of("thumb"), List.of("sixth"));
        Condition large = (row, schema) -> row.length(schema.get("sixth")).orElse(0) > 15;
        asked();
        FileRows rows = FileRows.ofFound(
                table, table.search("even = true or kind = 'directory'", TablePart.WHOLE), 100, wanted, large);
        List<String> found = new ArrayList<>();
        rows.forEachRemaining(
                row -> found.add(row.row().name() + " " + row.cell("thumb").orElseThrow().length));
        found.sort(null);
        assertEquals(List.of("r16 16", "r18 18"), found);
        assertEquals(1, asked().get("ReadRows"), "its lengths stand in no row: so all that were found are read");
        FileRows bare = FileRows.ofFound(
                table,
                table.search("even = false", TablePart.WHOLE),
                100,
                new Wanted(List.of(), List.of()),
                (row, schema) -> row.name().equals("r7"));
        assertEquals("r7", bare.next().row().name());
        assertTrue(!bare.hasNext());
        assertEquals(null, asked().get("ReadRows"));
    }

    @Test
    void aFewThatAreEnoughAreFoundByLargePages() {
        fill();
        asked();
        Wanted content = new Wanted(List.of("content"), List.of());
        FileRows rows = FileRows.ofPart(
                table,
                TablePart.WHOLE,
                ROWS,
                1,
                content,
                (row, schema) -> row.name().equals("r9"));
        assertEquals(9, rows.next().cell("content").orElseThrow().length);
        Map<String, Integer> asked = asked();
        assertTrue(asked.get("ListRows") <= 2, asked.toString());
        List<String> met = new ArrayList<>();
        FileRows any = FileRows.ofPart(table, TablePart.WHOLE, ROWS, 2, content, (row, schema) -> met.add(row.name()));
        assertTrue(any.hasNext());
        assertEquals(2, met.stream().distinct().count(), "no more are read with their cells");
    }

    @Test
    void formsThatAFileHasNotAreLeftOut() {
        fill();
        pfs.files().mkdirs("/photos/deeper");
        int thumbs = 0;
        int files = 0;
        FileRows rows = all(new Wanted(List.of("thumb"), List.of("thumb")), Condition.ALL);
        while (rows.hasNext()) {
            FileRow row = rows.next();
            files++;
            thumbs += row.cell("thumb").isPresent() ? 1 : 0;
        }
        assertEquals(2, thumbs);
        assertEquals(ROWS, files, "a directory is none");
        assertEquals(ROWS, FileRows.count(table, TablePart.WHOLE, 10, new Wanted(List.of(), List.of()), Condition.ALL));
        PfsException refused = assertThrows(
                PfsException.class,
                () -> all(new Wanted(List.of("none"), List.of()), Condition.ALL).hasNext());
        assertEquals(ErrorCode.NOT_FOUND, refused.code());
    }

    @Test
    void namesAreLookedUp() {
        fill();
        asked();
        List<RowName> names = List.of(RowName.of("r5"), RowName.of("none"), RowName.of("r500"));
        FileRows rows = FileRows.ofNames(
                table, names, new Wanted(List.of("content"), List.of()), (row, schema) -> row.size() > 5);
        assertEquals(500, rows.next().cell("content").orElseThrow().length);
        assertTrue(!rows.hasNext());
        assertEquals(null, asked().get("ListRows"));
    }

    @Test
    void partsAreAllOfIt() {
        fill();
        int files = 0;
        for (int i = 0; i < 8; i++) {
            FileRows rows = FileRows.ofPart(
                    table, new TablePart(i, 8), 20, new Wanted(List.of("content"), List.of()), Condition.ALL);
            while (rows.hasNext()) {
                FileRow row = rows.next();
                assertEquals(row.row().size(), row.cell("content").orElseThrow().length);
                files++;
            }
        }
        assertEquals(ROWS, files);
    }
}
