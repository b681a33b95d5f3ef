package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.RowName;
import io.pfs.client.route.Placement;
import io.pfs.format.ByteReader;
import io.pfs.query.answer.TopRows;
import io.pfs.query.index.Indexed;
import io.pfs.row.SoughtRow;
import io.pfs.row.TablePointer;
import io.pfs.row.TagValue;
import io.pfs.table.SpreadPolicy;
import io.pfs.table.Spreading;
import io.pfs.testing.MemoryDisk;
import io.pfs.wire.Cursor;
import io.pfs.wire.Expected;
import io.pfs.wire.NewRow;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Misplaced;
import io.pfs.wire.Reply.RowChanged;
import io.pfs.wire.Reply.RowsSearched;
import io.pfs.wire.Reply.TableAltered;
import io.pfs.wire.Request.AlterTable;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.SearchRows;
import io.pfs.wire.RowEdit;
import io.pfs.wire.RowSearch;
import io.pfs.wire.TableChange.ChangeIndexes;
import io.pfs.wire.TableChange.SetSpreading;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Searches while what they go by changes: where slices are, which indexes there are, what the journal has. */
final class IndexChangesTest {
    private static final ChangeIndexes HEAT = new ChangeIndexes(List.of(new Indexed.OfTag("heat")), List.of());
    private static final ChangeIndexes NO_HEAT = new ChangeIndexes(List.of(), List.of(new Indexed.OfTag("heat")));

    private static RowEdit tags(long heat, long mark) {
        return RowEdit.ofTags(Map.of("heat", new TagValue.OfLong(heat), "mark", new TagValue.OfLong(mark)), Set.of());
    }

    private static SearchRows search(TablePointer table, Optional<Cursor> from, long id, String query) {
        return new SearchRows(table.table(), from, 4096, new RowSearch(id, query, "/t", List.of()));
    }

    private static int found(RowsSearched page) {
        return TopRows.decode(4096, new ByteReader("page", page.found())).size();
    }

    @Test
    void aClientThatKnowsNothingOfTheSlicesIsToldWhereTheRestIs() {
        NameRig rig = new NameRig();
        TablePointer table = rig.mkdir(NameRig.root(), "table", 1);
        for (int i = 0; i < 90; i++) {
            EditRow edit = new EditRow(table.table(), RowName.of("row-" + i), Expected.ABSENT, NewRow.FILE, tags(i, 0));
            assertInstanceOf(RowChanged.class, rig.ask(table.base(), edit));
        }
        SetSpreading wider = new SetSpreading(new Spreading(SpreadPolicy.NEVER, 2));
        assertInstanceOf(TableAltered.class, rig.ask(table.base(), new AlterTable(table.table(), wider)));
        rig.passTime();
        assertInstanceOf(TableAltered.class, rig.ask(table.base(), new AlterTable(table.table(), HEAT)));
        rig.passTime();
        for (int heat = 0; heat < 90; heat++) {
            assertEquals(1, foundFromAnew(rig, table, heat), "heat " + heat);
        }
    }

    /** As a client that has just come. */
    private static int foundFromAnew(NameRig rig, TablePointer table, int heat) {
        Placement placement = new Placement(NameRig.SHARDS);
        Optional<Cursor> next = Optional.empty();
        int found = 0;
        do {
            Optional<Cursor> from = next;
            SearchRows asked = search(table, from, 1000 + heat, "heat = " + heat);
            Reply reply = rig.ask(placement.shardBehind(table, from), asked);
            while (reply instanceof Misplaced misplaced) {
                reply = rig.ask(placement.after(misplaced, table, from), asked);
            }
            RowsSearched page = assertInstanceOf(RowsSearched.class, reply);
            found += found(page);
            next = page.next();
            assertNotEquals(from, next.or(() -> Optional.of(Cursor.behindAll(0))), "it goes on");
        } while (next.isPresent());
        return found;
    }

    /** Where to look is known from the first page on; the row that the next one begins behind may be in another shard by then. */
    @Test
    void aSliceThatLeavesBetweenTwoPagesShowsNoRowTwice() {
        ChangeIndexes mark = new ChangeIndexes(List.of(new Indexed.OfTag("mark")), List.of());
        for (int pages = 1; pages < 10; pages++) {
            NameRig rig = new NameRig();
            TablePointer table = rig.mkdir(NameRig.root(), "table", 1);
            for (int i = 0; i < 200; i++) {
                EditRow edit = new EditRow(
                        table.table(),
                        RowName.of("row-" + i),
                        Expected.ABSENT,
                        NewRow.FILE,
                        tags(i, i % 16 == 0 ? 1 : 0));
                assertInstanceOf(RowChanged.class, rig.ask(table.base(), edit));
            }
            assertInstanceOf(TableAltered.class, rig.ask(table.base(), new AlterTable(table.table(), mark)));
            rig.passTime();
            assertEquals(13, shownOneByOne(rig, table, pages), "spread after " + pages + " pages");
        }
    }

    /** How many rows are found, none of them twice; after some of them the table is spread over other shards. */
    private static int shownOneByOne(NameRig rig, TablePointer table, int pagesUntilSpread) {
        Placement placement = new Placement(NameRig.SHARDS);
        Set<RowName> names = new HashSet<>();
        Optional<Cursor> next = Optional.empty();
        int pages = 0;
        do {
            if (pages == pagesUntilSpread) {
                SetSpreading wider = new SetSpreading(new Spreading(SpreadPolicy.NEVER, 2));
                assertInstanceOf(TableAltered.class, rig.ask(table.base(), new AlterTable(table.table(), wider)));
                rig.passTime();
            }
            Optional<Cursor> from = next;
            SearchRows asked = new SearchRows(table.table(), from, 1, new RowSearch(7, "mark = 1", "/t", List.of()));
            Reply reply = rig.ask(placement.shardBehind(table, from), asked);
            while (reply instanceof Misplaced misplaced) {
                reply = rig.ask(placement.after(misplaced, table, from), asked);
            }
            RowsSearched page = assertInstanceOf(RowsSearched.class, reply);
            TopRows.decode(1, new ByteReader("page", page.found())).forEach((key, row) -> {
                RowName name = SoughtRow.decode(new ByteReader("row", row)).name();
                assertTrue(names.add(name), name + " is shown twice");
            });
            next = page.next();
            pages++;
        } while (next.isPresent());
        return names.size();
    }

    @Test
    void anIndexThatIsDroppedBetweenTwoRoundsHidesNoRow() {
        for (int steps = 0; steps < 120; steps += 3) {
            ShardRig rig = new ShardRig().open();
            rig.makeTables();
            for (int i = 0; i < 1000; i++) {
                rig.ask(rig.edit(0, i, Expected.ANY, tags(i, i >= 900 ? 1 : 0)));
            }
            rig.ask(new AlterTable(rig.table(0), HEAT));
            rig.checkpoint();
            rig.open();
            rig.runUntilIdle();
            RowSearch first = new RowSearch(5, "mark = 1 and heat >= 0 order by heat limit 1", "/t", List.of());
            List<Reply> replies = rig.begin(new SearchRows(rig.table(0), Optional.empty(), 4096, first));
            for (int i = 0; i < steps; i++) {
                rig.step();
            }
            List<Reply> dropped = rig.begin(new AlterTable(rig.table(0), NO_HEAT));
            rig.runUntilIdle();
            assertInstanceOf(TableAltered.class, dropped.get(0));
            Set<RowName> found = foundInPages(rig, first, replies.get(0));
            assertTrue(found.contains(ShardRig.name(900)), "dropped after " + steps + " steps: " + found);
        }
    }

    /** Without an index pages end early, and others follow: the first row of each, of which who asks takes the first. */
    private static Set<RowName> foundInPages(ShardRig rig, RowSearch search, Reply reply) {
        Set<RowName> found = new HashSet<>();
        RowsSearched page = assertInstanceOf(RowsSearched.class, reply);
        addFound(page, found);
        while (page.next().isPresent()) {
            Reply more = rig.ask(new SearchRows(rig.table(0), page.next(), 4096, search));
            page = assertInstanceOf(RowsSearched.class, more);
            addFound(page, found);
        }
        return found;
    }

    private static void addFound(RowsSearched page, Set<RowName> names) {
        TopRows.decode(1, new ByteReader("page", page.found())).forEach((key, row) -> {
            RowName name = SoughtRow.decode(new ByteReader("row", row)).name();
            assertTrue(names.add(name), name + " is found twice");
        });
    }

    /** The index was told of records that the journal lost; others bear their numbers now. */
    @Test
    void anIndexThatKnowsWhatNeverWasIsForgottenBeforeAnythingElseHappens() {
        ShardRig rig = new ShardRig().open();
        rig.makeTables();
        for (int shard = 0; shard < 2; shard++) {
            rig.ask(new AlterTable(rig.table(shard), HEAT));
            for (int i = 0; i < 400; i++) {
                rig.ask(rig.edit(shard, i, Expected.ANY, tags(i, 0)));
            }
        }
        rig.checkpoint();
        rig.open();
        rig.runUntilIdle();
        MemoryDisk journal = ((MemoryDisk) rig.journalDisk).afterCrash(false);
        MemoryDisk pool = ((MemoryDisk) rig.poolDisk).afterCrash(false);
        for (int shard = 0; shard < 2; shard++) {
            for (int i = 0; i < 5; i++) {
                rig.ask(rig.edit(shard, i, Expected.ANY, tags(100_000 + i, 0)));
            }
        }
        ShardRig again = rig.on(journal, pool);
        again.index = rig.index;
        again.open();
        writeAndBeKilled(again);
        again.runUntilIdle();
        for (int i = 0; i < 10; i++) {
            assertEquals(1, found(again, 200_000 + i), "an edit that was acknowledged: " + i);
        }
        for (int i = 0; i < 5; i++) {
            assertEquals(1, found(again, i), "a row as it was before what was lost: " + i);
        }
    }

    /** While the index of another shard is made anew. */
    private static void writeAndBeKilled(ShardRig rig) {
        List<List<Reply>> replies = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            List<Reply> reply = new ArrayList<>();
            EditRow edit = rig.edit(1, 50 + i, Expected.ANY, tags(200_000 + i, 0));
            rig.group().submit(ShardRig.envelope(100 + i, 1, edit), reply::add);
            replies.add(reply);
            rig.step();
        }
        for (int i = 0; i < 1000 && replies.stream().anyMatch(List::isEmpty); i++) {
            rig.step();
        }
        replies.forEach(reply -> assertInstanceOf(RowChanged.class, reply.get(0)));
        rig.open();
    }

    private static int found(ShardRig rig, int heat) {
        RowSearch search = new RowSearch(heat + 7, "heat = " + heat, "/t", List.of());
        Reply reply = rig.ask(new SearchRows(rig.table(1), Optional.empty(), 4096, search));
        return found(assertInstanceOf(RowsSearched.class, reply));
    }
}
