package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.row.TagValue;
import io.pfs.wire.Cursor;
import io.pfs.wire.Expected;
import io.pfs.wire.FoundRow;
import io.pfs.wire.Reply.RowsFound;
import io.pfs.wire.Request.ListRows;
import io.pfs.wire.RowEdit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Rows with as many tags as they may have: a page of them takes no more memory than was reckoned for it. */
final class LongRowsTest {
    private static final int ROWS = 90;

    private final ShardRig rig = new ShardRig();

    @Test
    void aPageIsFullWhenItsRowsTakeMuch() {
        rig.open().makeTables();
        Set<String> made = new TreeSet<>();
        for (int i = 0; i < ROWS; i++) {
            RowEdit tags = RowEdit.ofTags(Map.of("note", new TagValue.OfString("n".repeat(4000))), Set.of());
            rig.ask(rig.edit(0, i, Expected.ANY, tags));
            made.add(ShardRig.name(i).toString());
        }
        Set<String> found = new TreeSet<>();
        Optional<Cursor> from = Optional.empty();
        int pages = 0;
        do {
            ListRows page = new ListRows(rig.table(0), from, ROWS, 0, List.of());
            RowsFound rows = (RowsFound) rig.ask(page);
            long bytes = rows.rows().stream()
                    .mapToLong(row -> row.bytes().length + row.name().length())
                    .sum();
            assertTrue(bytes <= page.rowBytesMax(), bytes + " bytes of " + page.rowBytesMax());
            assertTrue(!rows.rows().isEmpty(), "each page has a row");
            for (FoundRow row : rows.rows()) {
                assertTrue(found.add(row.name().toString()), row.name() + " came before");
            }
            from = rows.next();
            pages++;
        } while (from.isPresent());
        assertEquals(made, found);
        assertTrue(pages > 5, pages + " pages");
    }
}
