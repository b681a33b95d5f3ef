package io.pfs.server.shard;

import static io.pfs.server.shard.ShardRig.refusal;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.hash.SliceOrder;
import io.pfs.query.Query;
import io.pfs.query.answer.Groups;
import io.pfs.query.answer.TopRows;
import io.pfs.query.text.QueryText;
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
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Queries as a shard answers them, page by page. */
final class SearchServiceTest {
    private static final int ROWS = 200;
    /** In the found part of an answer: the row with which it is full is there, too. */
    private static final int FOUND_MOST = Limits.FOUND_BYTES_MAX + (16 << 10);

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

    private void fillWith(int rows, Map<String, TagValue> tags) {
        rig.makeTables();
        RowEdit edit = RowEdit.ofTags(tags, Set.of());
        for (int row = 0; row < rows; row++) {
            rig.ask(rig.edit(0, row, Expected.ABSENT, edit));
        }
    }

    private static Map<String, TagValue> longTag() {
        return Map.of("tag", new TagValue.OfString("a".repeat(3500)));
    }

    /** What stands in a key is long, too. */
    @Test
    void aSortedPageEndsByTheBytesOfWhatItFound() {
        fillWith(1000, longTag());
        for (String query : List.of("order by tag, name", "order by tag desc, name limit 900")) {
            RowsSearched page = (RowsSearched) search(Optional.empty(), 4096, query);
            assertTrue(page.found().length < FOUND_MOST, query + " finds bytes " + page.found().length);
            assertTrue(page.next().isPresent(), "the rest comes in other pages");
            assertEquals(1000, all(query, 4096).size());
        }
    }

    @Test
    void aPageOfGroupsEndsByTheirBytes() {
        fillWith(1000, longTag());
        String query = "select count(*), min(tag), max(tag) group by name";
        Groups all = new Groups(QueryText.parse(query));
        Optional<Cursor> next = Optional.empty();
        do {
            RowsSearched page = (RowsSearched) search(next, 4096, query);
            assertTrue(page.found().length < FOUND_MOST, "found bytes " + page.found().length);
            all.addAll(Groups.decode(QueryText.parse(query), new ByteReader("page", page.found())));
            next = page.next();
        } while (next.isPresent());
        assertEquals(1000, all.size());
        TagValue one = new TagValue.OfLong(1);
        assertTrue(all.rows(QueryText.parse(query)).stream()
                .allMatch(row -> row.values().get(0).equals(Optional.of(one))));
    }

    private static String anyOf(int terms, IntFunction<String> term) {
        return IntStream.range(0, terms).mapToObj(term).collect(Collectors.joining(" or "));
    }

    /** A loop serves many others: who asks for much of each row gets few rows of it at a time. */
    @Test
    void manyTermsOverLongValuesEndAPageSooner() {
        fillWith(20, longTag());
        String query = anyOf(1000, term -> "tag contains 'b" + term + "'");
        RowsSearched page = (RowsSearched) search(Optional.empty(), 4096, query);
        assertTrue(page.cost().rowsRead() <= 10, page.cost().toString());
        assertTrue(page.next().isPresent());
        assertEquals(20, all(query + " or tag prefix 'a'", 4096).size());
        page = (RowsSearched) search(Optional.empty(), 4096, anyOf(100, term -> "tag contains 'b" + term + "'"));
        assertEquals(20, page.cost().rowsRead());
    }

    /** To find the last of many tags takes as long as to look at them. */
    @Test
    void manyTermsOfRowsWithManyTagsEndAPageSooner() {
        fillWith(
                100,
                IntStream.range(0, 400)
                        .boxed()
                        .collect(Collectors.toMap(tag -> "t" + tag, tag -> new TagValue.OfBoolean(true))));
        String query = anyOf(1000, term -> "u" + term + " = 1");
        RowsSearched page = (RowsSearched) search(Optional.empty(), 4096, query);
        assertTrue(page.cost().rowsRead() <= 20, page.cost().toString());
        assertEquals(Set.of(), all(query, 4096));
        page = (RowsSearched) search(Optional.empty(), 4096, anyOf(20, term -> "u" + term + " = 1"));
        assertEquals(100, page.cost().rowsRead());
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
    void forWhatCantBeNoRowIsLookedAt() {
        fill();
        for (String query : List.of("where false", "false order by name limit 3")) {
            RowsSearched page = (RowsSearched) search(Optional.empty(), 7, query);
            assertEquals(Optional.empty(), page.next());
            assertEquals(0, page.cost().rowsRead());
            assertEquals(Set.of(), all(query, 7));
        }
        Query count = QueryText.parse("select count(*) where false");
        RowsSearched page = (RowsSearched) search(Optional.empty(), 7, "select count(*) where false");
        Groups groups = Groups.decode(count, new ByteReader("page", page.found()));
        assertEquals(
                List.of(Optional.of(new TagValue.OfLong(0))),
                groups.rows(count).get(0).values());
        assertEquals(0, page.cost().rowsRead());
    }

    @Test
    void aTableThatIsGoneIsRefused() {
        fill();
        for (String query : List.of("select *", "where false")) {
            SearchRows other = new SearchRows(
                    TableId.of(rig.table(0).maker(), 4711),
                    Optional.empty(),
                    1,
                    new RowSearch(1, query, "/t", List.of()));
            assertEquals(ErrorCode.NOT_FOUND, refusal(rig.ask(other)));
        }
    }
}
