package io.pfs.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Durability;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.EmbeddedOptions;
import io.pfs.client.Pfs;
import io.pfs.client.table.RowEditor;
import io.pfs.client.table.RowView;
import io.pfs.client.table.Table;
import io.pfs.client.table.TablePart;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Queries of parts of a table: all parts together find what the table has, each row once. */
final class PartSearchTest {
    /** Several pages of each part. */
    private static final int ROWS = 6000;

    private static final int FOUND = 2000;

    @TempDir
    private Path folder;

    private Pfs pfs;
    private Table table;

    @BeforeEach
    void fill() {
        pfs = Way.EMBEDDED.open(folder.resolve("data"), EmbeddedOptions.DEFAULT.withDurability(Durability.MEMORY));
        table = pfs.ensureTable("/photos");
        List<RowEditor> edits = new ArrayList<>();
        for (int i = 0; i < ROWS; i++) {
            edits.add(table.edit("r" + i).tag("third", (long) i % 3));
        }
        table.applyAll(edits);
    }

    @AfterEach
    void close() {
        pfs.close();
    }

    private void requireAll(int parts) {
        TreeSet<String> found = new TreeSet<>();
        for (int part = 0; part < parts; part++) {
            Iterator<RowView> rows = table.search("third = 1", new TablePart(part, parts));
            while (rows.hasNext()) {
                RowView row = rows.next();
                assertTrue(found.add(row.name()), row + " is found twice");
            }
            assertThrows(NoSuchElementException.class, rows::next);
        }
        assertEquals(FOUND, found.size());
        assertTrue(found.contains("r1") && !found.contains("r2"));
    }

    @Test
    void eachRowIsInOnePart() {
        requireAll(1);
        requireAll(8);
        Indexes.make(table, List.of("third"));
        requireAll(1);
        requireAll(8);
        requireAll(512);
    }

    @Test
    void nothingButRowsIsAskedOfAPart() {
        for (String query : List.of(
                "third = 1 limit 5",
                "third = 1 order by name",
                "select count(*)",
                "size(content) > 1",
                "from /photos")) {
            PfsException refused = assertThrows(PfsException.class, () -> table.search(query, TablePart.WHOLE), query);
            assertEquals(ErrorCode.USAGE, refused.code());
            assertTrue(refused.getMessage().contains(query), refused.getMessage());
        }
    }
}
