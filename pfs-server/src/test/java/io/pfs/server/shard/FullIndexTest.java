package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.format.ByteReader;
import io.pfs.query.answer.TopRows;
import io.pfs.query.index.Indexed;
import io.pfs.row.TagValue;
import io.pfs.server.journal.ManualTimers;
import io.pfs.server.tag.MapKvHome;
import io.pfs.wire.Expected;
import io.pfs.wire.Reply.RowChanged;
import io.pfs.wire.Reply.RowsSearched;
import io.pfs.wire.Reply.TableAltered;
import io.pfs.wire.Request.AlterTable;
import io.pfs.wire.Request.SearchRows;
import io.pfs.wire.RowEdit;
import io.pfs.wire.RowSearch;
import io.pfs.wire.TableChange.ChangeIndexes;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** There is no space for the index, and then there is: rows go on all the while, and searches find what is there. */
final class FullIndexTest {
    private static final long RETRY_NS = 5_000_000_000L;
    private static final int ROWS = 1000;
    /** Every so many rows have the same heat. */
    private static final int PERIOD = 100;

    private final MapKvHome home = new MapKvHome();
    private final ShardRig rig = new ShardRig();
    private ManualTimers timers = new ManualTimers();
    private long searches;

    private void open() {
        timers = new ManualTimers();
        rig.timers = Optional.of(timers);
        rig.indexHome = () -> home;
        rig.open();
    }

    private void edit(int number, long heat) {
        RowEdit edit = RowEdit.ofTags(Map.of("heat", new TagValue.OfLong(heat)), Set.of());
        assertInstanceOf(RowChanged.class, rig.ask(rig.edit(0, number, Expected.ANY, edit)));
    }

    private void makeTable() {
        open();
        rig.makeTables();
        for (int i = 0; i < ROWS; i++) {
            edit(i, i % PERIOD);
        }
        ChangeIndexes heat = new ChangeIndexes(List.of(new Indexed.OfTag("heat")), List.of());
        assertInstanceOf(TableAltered.class, rig.ask(new AlterTable(rig.table(0), heat)));
    }

    /** Returns how many rows were looked at. */
    private long search(int heat, int expected) {
        long looked = 0;
        int found = 0;
        searches++;
        RowSearch search = new RowSearch(searches, "heat = " + heat, "/t", List.of());
        RowsSearched page = assertInstanceOf(
                RowsSearched.class, rig.ask(new SearchRows(rig.table(0), Optional.empty(), 4096, search)));
        looked += page.cost().rowsRead();
        found += TopRows.decode(4096, new ByteReader("page", page.found())).size();
        assertEquals(Optional.empty(), page.next());
        assertEquals(expected, found, page.cost().plan());
        return looked;
    }

    private void requireByIndex(int heat, int expected) {
        assertEquals(expected, search(heat, expected), "it asked the index");
    }

    private void requireByRows(int heat, int expected) {
        assertEquals(ROWS, search(heat, expected), "it looked at all rows");
    }

    private void spaceComesBack() {
        home.spaceFor(Long.MAX_VALUE);
        timers.pass(RETRY_NS);
        rig.runUntilIdle();
    }

    @Test
    void rowsGoOnAndTheIndexIsMadeAnewWhenSpaceIsBack() {
        makeTable();
        requireByIndex(7, ROWS / PERIOD);
        home.spaceFor(0);
        edit(0, 7);
        requireByRows(7, ROWS / PERIOD + 1);
        for (int i = 1; i < 50; i++) {
            edit(PERIOD * 5 + i, 500);
        }
        rig.checkpoint();
        requireByRows(500, 49);
        spaceComesBack();
        requireByIndex(500, 49);
        requireByIndex(7, ROWS / PERIOD);
        assertEquals(1, rig.group().counters().indexFailures());
    }

    @Test
    void thereMayBeNoSpaceForTheFirstIndex() {
        home.spaceFor(0);
        makeTable();
        requireByRows(7, ROWS / PERIOD);
        spaceComesBack();
        requireByIndex(7, ROWS / PERIOD);
    }

    @Test
    void aShardIsOpenedWithoutSpaceForItsIndex() {
        makeTable();
        requireByIndex(7, ROWS / PERIOD);
        home.spaceFor(3);
        for (int i = 0; i < 10; i++) {
            edit(i, 7);
        }
        open();
        rig.runUntilIdle();
        requireByRows(7, ROWS / PERIOD + 9);
        edit(10, 7);
        spaceComesBack();
        requireByIndex(7, ROWS / PERIOD + 10);
        rig.checkpoint();
        open();
        requireByIndex(7, ROWS / PERIOD + 10);
        assertTrue(rig.group().counters().indexesFilled() == 0, "it is not made anew");
    }
}
