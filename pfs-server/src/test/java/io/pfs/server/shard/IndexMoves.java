package io.pfs.server.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.TableId;
import io.pfs.disk.Disk;
import io.pfs.format.ByteReader;
import io.pfs.query.answer.TopRows;
import io.pfs.query.index.Indexed;
import io.pfs.row.TagValue;
import io.pfs.server.state.GroupCounters;
import io.pfs.server.tag.PlanLimits;
import io.pfs.sim.Prng;
import io.pfs.sim.SimKvIndex;
import io.pfs.testing.MemoryDisk;
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
import java.util.TreeMap;

/** Tagged rows in the shards of a seat that goes from server to server, each with an index of its own, and what searches have to find. */
final class IndexMoves {
    static final int SHARDS = 2;
    private static final long INDEX_SEED = 17;
    private static final int ROWS_MAX = 4096;

    /** By shard and number of the row, what it has of each tag. */
    private final Map<String, Map<String, Long>> rows = new TreeMap<>();

    ShardRig rig;
    private long searches;

    IndexMoves() {
        this(new MemoryDisk(), new MemoryDisk());
    }

    /** With tables that have no index. */
    IndexMoves(Disk journal, Disk pool) {
        rig = new ShardRig(journal, pool);
        rig.isExported = true;
        open();
        rig.makeTables();
    }

    private IndexMoves(IndexMoves before, Disk journal, Disk pool) {
        rig = before.rig.on(journal, pool);
        rows.putAll(before.rows);
        openElsewhere();
    }

    /** Another server, on other disks, where the same rows are. */
    IndexMoves on(Disk journal, Disk pool) {
        return new IndexMoves(this, journal, pool);
    }

    void open() {
        openOnly();
        rig.runUntilIdle();
    }

    private void openOnly() {
        rig.planLimits = new PlanLimits(1 << 20, 1 << 20, 1);
        rig.indexHome = rig.index::home;
        rig.open();
    }

    GroupCounters counters() {
        return rig.group().counters();
    }

    void tag(int shard, int row, String tag, long value) {
        Map<String, TagValue> tags = Map.of(tag, new TagValue.OfLong(value));
        RowEdit edit = RowEdit.ofTags(tags, Set.of());
        assertInstanceOf(RowChanged.class, rig.ask(rig.edit(shard, row, Expected.ANY, edit)));
        rows.computeIfAbsent(shard + "/" + row, any -> new TreeMap<>()).put(tag, value);
    }

    void remove(int shard, int row) {
        if (rows.remove(shard + "/" + row) != null) {
            rig.ask(rig.remove(shard, row));
        }
    }

    void index(int shard, List<String> added, List<String> dropped) {
        index(rig.table(shard), added, dropped);
    }

    void index(TableId table, List<String> added, List<String> dropped) {
        ChangeIndexes change = new ChangeIndexes(fields(added), fields(dropped));
        assertInstanceOf(TableAltered.class, rig.ask(new AlterTable(table, change)));
    }

    private static List<Indexed> fields(List<String> tags) {
        return tags.stream().map(tag -> (Indexed) new Indexed.OfTag(tag)).toList();
    }

    /** Each shard has some rows, and an index of their heat. */
    IndexMoves withRows(int count) {
        for (int shard = 0; shard < SHARDS; shard++) {
            index(shard, List.of("heat"), List.of());
            for (int row = 0; row < count; row++) {
                tag(shard, row, "heat", row % 7);
            }
        }
        return this;
    }

    /** As a seat is closed that goes elsewhere; without a word of what is done while nobody is served. */
    void close() {
        rig.group().checkpointToClose();
        rig.runUntilIdle();
        export();
        rig.group().checkpointToClose();
        rig.runUntilIdle();
    }

    void export() {
        rig.group().exportIndex(Long.MAX_VALUE);
        rig.runUntilIdle();
        assertTrue(!rig.group().isExportingIndex());
    }

    /** Another server opens what is on the disks. */
    void openElsewhere() {
        rig.index = new SimKvIndex(new Prng(INDEX_SEED));
        open();
    }

    /** The same, and nothing is done yet but what an opening waits for; then something happens. */
    void openWhere(Runnable happens) {
        rig.index = new SimKvIndex(new Prng(INDEX_SEED));
        openOnly();
        happens.run();
    }

    /** The same, on what a loss of power leaves of them. */
    void openElsewhere(MemoryDisk journal, MemoryDisk pool) {
        rig = rig.on(journal.afterCrash(true), pool.afterCrash(true));
        openElsewhere();
    }

    /** That a search for a value finds what it has to; returns how many rows were held against it. */
    long find(int shard, String tag, long value) {
        searches++;
        RowSearch search = new RowSearch(searches, tag + " = " + value, "/t", List.of());
        RowsSearched page = assertInstanceOf(
                RowsSearched.class, rig.ask(new SearchRows(rig.table(shard), Optional.empty(), ROWS_MAX, search)));
        int found =
                TopRows.decode(ROWS_MAX, new ByteReader("page", page.found())).size();
        assertEquals(
                expected(shard, tag, value),
                found,
                tag + " = " + value + " in " + shard + ": " + page.cost().plan());
        return page.cost().rowsRead();
    }

    private long expected(int shard, String tag, long value) {
        return rows.entrySet().stream()
                .filter(row -> row.getKey().startsWith(shard + "/"))
                .filter(row -> row.getValue().getOrDefault(tag, value - 1) == value)
                .count();
    }

    /** That searches find what they have to, and ask the index. */
    void findByIndex(int values) {
        for (int shard = 0; shard < SHARDS; shard++) {
            findByIndex(values, shard);
        }
    }

    /** The same in one shard. */
    void findByIndex(int values, int shard) {
        for (int value = 0; value < values; value++) {
            assertEquals(expected(shard, "heat", value), find(shard, "heat", value), "rows read");
        }
    }
}
