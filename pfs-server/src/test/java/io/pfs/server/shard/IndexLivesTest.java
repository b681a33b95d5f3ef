package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.kv.KvHome;
import io.pfs.kv.KvIndex;
import io.pfs.query.answer.TopRows;
import io.pfs.query.index.Indexed;
import io.pfs.row.TagValue;
import io.pfs.server.tag.PlanLimits;
import io.pfs.testing.MemoryDisk;
import io.pfs.wire.Expected;
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

/** An index that was away for a life of its server, and what it may still be believed. */
final class IndexLivesTest {
    private static final int HOT_ROWS = 4;
    private static final int ROWS = 10;

    private ShardRig rig = new ShardRig();
    private long searches;

    /** An index that is there, and can't be opened. */
    private static final class Shut implements KvHome {
        private static PfsException refusal() {
            return new PfsException(ErrorCode.IO_FAILED, "the folder of the index can't be read");
        }

        @Override
        public KvIndex open() {
            throw refusal();
        }

        @Override
        public boolean exists() {
            return true;
        }

        @Override
        public void reset(KvIndex found) {
            throw refusal();
        }
    }

    private void open() {
        rig.planLimits = new PlanLimits(3, 1 << 20, 1);
        rig.indexHome = rig.index::home;
        rig.open();
        rig.runUntilIdle();
    }

    private void openWithoutIndex() {
        rig.indexHome = Shut::new;
        rig.open();
        rig.runUntilIdle();
    }

    private void makeTable() {
        open();
        rig.makeTables();
        for (int i = 0; i < ROWS; i++) {
            heat(i, i);
        }
        ChangeIndexes change = new ChangeIndexes(List.of(new Indexed.OfTag("heat")), List.of());
        assertInstanceOf(TableAltered.class, rig.ask(new AlterTable(rig.table(0), change)));
        heat(0, 0);
    }

    private void heat(int row, long heat) {
        rig.ask(rig.edit(0, row, Expected.ANY, RowEdit.ofTags(Map.of("heat", new TagValue.OfLong(heat)), Set.of())));
    }

    /** A few of them are found by one value: so few that the index is asked, however far off its estimate is. */
    private void addRows() {
        for (int i = 0; i < 2 * ROWS; i++) {
            heat(ROWS + i, i < HOT_ROWS ? 50 : 1000 + i);
        }
    }

    private void finds(int expected, int heat) {
        searches++;
        RowSearch search = new RowSearch(searches, "heat = " + heat, "/t", List.of());
        RowsSearched page = assertInstanceOf(
                RowsSearched.class, rig.ask(new SearchRows(rig.table(0), Optional.empty(), 4096, search)));
        int found = TopRows.decode(4096, new ByteReader("page", page.found())).size();
        assertEquals(expected, found, page.cost().plan());
        assertEquals(
                expected,
                page.cost().rowsRead(),
                "it asked the index: " + page.cost().plan());
    }

    /** On the disks as they are at this moment; the index goes on with what comes meanwhile. */
    private ShardRig powerGoesSoon() {
        ShardRig after =
                rig.on(((MemoryDisk) rig.journalDisk).afterCrash(true), ((MemoryDisk) rig.poolDisk).afterCrash(true));
        after.index = rig.index;
        return after;
    }

    @Test
    void recordsThatWereLostAndWrittenAnewAreNotInTheIndex() {
        makeTable();
        ShardRig after = powerGoesSoon();
        for (int i = 0; i < ROWS; i++) {
            heat(i, 100 + i); // lost by the journal, and not by the index
        }
        rig = after;
        openWithoutIndex();
        addRows();
        open();
        finds(1, 3);
        finds(0, 103);
        finds(HOT_ROWS, 50);
        assertEquals(1, rig.group().counters().indexesFilled(), "it was made anew");
    }

    @Test
    void whatWasNotLostIsStillRight() {
        makeTable();
        openWithoutIndex();
        addRows();
        open();
        finds(1, 3);
        finds(HOT_ROWS, 50);
        assertEquals(0, rig.group().counters().indexesFilled());
    }

    @Test
    void anIndexThatHadNothingToFollowIsRightAfterManyLives() {
        makeTable();
        for (int life = 0; life < 6; life++) {
            open();
            if (life % 2 == 0) {
                rig.checkpoint();
            }
        }
        finds(1, 3);
        assertEquals(0, rig.group().counters().indexesFilled());
    }
}
