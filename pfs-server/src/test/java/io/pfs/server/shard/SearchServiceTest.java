package io.pfs.server.shard;

import static io.pfs.server.shard.ShardRig.refusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.hash.SliceOrder;
import io.pfs.query.answer.TopRows;
import io.pfs.row.SoughtRow;
import io.pfs.row.TagValue;
import io.pfs.wire.Cursor;
import io.pfs.wire.Expected;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.RowsSearched;
import io.pfs.wire.Request.SearchRows;
import io.pfs.wire.RowEdit;
import io.pfs.wire.RowSearch;
import io.pfs.wire.RowSearch.Form;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Queries as a shard answers them, page by page. */
final class SearchServiceTest {
    private static final int ROWS = 200;

    private final ShardRig rig = new ShardRig().open();

    private Reply search(Optional<Cursor> cursor, int rowsMax, String query, Form... forms) {
        return rig.ask(new SearchRows(rig.table(0), cursor, rowsMax, new RowSearch(1, query, "/t", List.of(forms))));
    }

    private void fill() {
        rig.makeTables();
        rig.create(0, 0, ROWS);
    }

    private Set<String> all(String query, int rowsMax) {
        TreeSet<String> names = new TreeSet<>();
        Optional<Cursor> next = Optional.empty();
        do {
            RowsSearched page = (RowsSearched) search(next, rowsMax, query);
            TopRows.decode(rowsMax, new ByteReader("page", page.found())).forEach((key, row) -> {
                String name =
                        SoughtRow.decode(new ByteReader("row", row)).name().toString();
                assertTrue(names.add(name), name + " was found before");
            });
            next = page.next();
        } while (next.isPresent());
        return names;
    }

    @Test
    void eachPageLooksAtSoManyRows() {
        fill();
        long before = rig.group().counters().rowsSearched();
        assertInstanceOf(RowsSearched.class, search(Optional.empty(), 7, "name = 'nobody'"));
        assertEquals(7, rig.group().counters().rowsSearched() - before);
        for (int rowsMax : List.of(1, 7, 8, ROWS, 4096)) {
            assertEquals(ROWS, all("select *", rowsMax).size());
            assertEquals(Set.of("row-17"), all("name = 'row-17'", rowsMax));
        }
    }

    /** Who looks through long values holds up others no longer than who looks through short ones. */
    @Test
    void aPageOfLongRowsEndsSooner() {
        rig.makeTables();
        RowEdit tags = RowEdit.ofTags(Map.of("tag", new TagValue.OfString("a".repeat(3500))), Set.of());
        int rows = 1300;
        for (int row = 0; row < rows; row++) {
            rig.ask(rig.edit(0, row, Expected.ABSENT, tags));
        }
        RowsSearched page = (RowsSearched) search(Optional.empty(), 4096, "tag contains 'b'");
        assertTrue(page.next().isPresent(), "4 MiB are less than all");
        assertTrue(page.cost().rowsRead() < rows && page.cost().rowsRead() > rows / 2);
        assertEquals(Set.of(), all("tag contains 'b'", 4096));
        assertEquals(rows, all("tag contains 'aaa'", 4096).size());
    }

    /** Parts that need not be slices, and have no row in common. */
    @Test
    void nothingIsLookedAtBehindTheLastPosition() {
        fill();
        long before = rig.group().counters().rowsSearched();
        int found = 0;
        long first = 0;
        for (long last : new long[] {0x1234_5678_9abc_def0L, Long.MAX_VALUE, 0x9000_0000_0000_0000L, -1}) {
            Optional<Cursor> next =
                    first == 0 ? Optional.empty() : Optional.of(Cursor.behindAll(SliceOrder.hashAt(first - 1)));
            do {
                RowSearch search = new RowSearch(1, "select *", "/t", List.of());
                RowsSearched page = (RowsSearched) rig.ask(new SearchRows(rig.table(0), next, last, 7, search));
                found += TopRows.decode(7, new ByteReader("page", page.found())).size();
                next = page.next();
            } while (next.isPresent());
            first = last + 1;
        }
        assertEquals(ROWS, found);
        assertEquals(ROWS, rig.group().counters().rowsSearched() - before);
    }

    @Test
    void rowsOutOfMemoryAreFoundToo() {
        fill();
        rig.checkpoint();
        rig.open();
        assertEquals(12, all("name starts with 'row-10' or name = 'row-5'", 50).size());
    }

    @Test
    void aLimitEndsThePageEarly() {
        fill();
        long before = rig.group().counters().rowsSearched();
        assertInstanceOf(RowsSearched.class, search(Optional.empty(), 4096, "kind = 'file' limit 3"));
        assertEquals(3, rig.group().counters().rowsSearched() - before);
        before = rig.group().counters().rowsSearched();
        assertInstanceOf(RowsSearched.class, search(Optional.empty(), 4096, "kind = 'file' order by name limit 3"));
        assertEquals(ROWS, rig.group().counters().rowsSearched() - before);
    }

    @Test
    void whatCantBeLookedForIsRefused() {
        fill();
        assertEquals(ErrorCode.USAGE, refusal(search(Optional.empty(), 1, "size < and")));
        assertEquals(ErrorCode.NOT_SUPPORTED, refusal(search(Optional.empty(), 1, "size(thumb) > 3")));
        assertInstanceOf(
                RowsSearched.class, search(Optional.empty(), 1, "size(thumb) > 3", new Form("thumb", new ColumnId(1))));
        assertEquals(
                ErrorCode.NOT_SUPPORTED,
                refusal(search(Optional.empty(), 1, "from /a x join /b y on name where x.size = 1")));
    }

    @Test
    void aTableThatIsGoneIsRefused() {
        fill();
        SearchRows other = new SearchRows(
                TableId.of(rig.table(0).maker(), 4711),
                Optional.empty(),
                1,
                new RowSearch(1, "select *", "/t", List.of()));
        assertEquals(ErrorCode.NOT_FOUND, refusal(rig.ask(other)));
    }
}
