package io.pfs.server.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.FileId;
import io.pfs.Generation;
import io.pfs.Limits;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.SliceId;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.query.index.IndexedFields;
import io.pfs.row.Row;
import io.pfs.row.TableParent;
import io.pfs.row.TablePointer;
import io.pfs.server.boost.StoredAt;
import io.pfs.server.metadata.RecordPlace;
import io.pfs.server.slice.NameFilter;
import io.pfs.server.slice.Slice;
import io.pfs.server.table.TableFacts;
import io.pfs.table.Policy;
import io.pfs.table.SpreadPolicy;
import io.pfs.testing.ManualClock;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What goes first when there is too much in memory, and that nothing stays which is of no use. */
final class LettingGoTest {
    private static final ShardId SHARD = new ShardId(0);
    private static final int DEPTH = 10;
    private static final int SLICES = 1 << DEPTH;
    private static final byte[] ROW =
            Row.emptyFile(new FileId(1), 0644, 0, 0, 1_700_000_000_000L).toBytes();

    private final GroupCounters counters = new GroupCounters();

    private static TableState table(long number) {
        TablePointer pointer = new TablePointer(TableId.of(SHARD, number), SHARD, 0, 0);
        TableParent parent = new TableParent(pointer.table(), pointer.base(), Optional.empty(), 0);
        TableFacts facts = new TableFacts(
                pointer, 0, SpreadPolicy.NEVER, parent, new Generation(0), Policy.SMALL, 0, IndexedFields.NONE);
        return new TableState(facts, SHARD, 4, Limits.DEFAULT);
    }

    /** The only slice of a table, with all of its rows on storage and in memory. */
    private static HeldSlice loaded(TableState table, int rows) {
        SliceKey key = new SliceKey(table.facts().id(), new SliceId(0));
        Slice slice = new Slice(key, 0, table.hash(), Limits.DEFAULT);
        for (int i = 0; i < rows; i++) {
            RowName name = RowName.of("name-" + i);
            byte[] bytes = name.sharedBytes();
            slice.put(table.hash().of(name), bytes, 0, bytes.length, ROW, 0, ROW.length);
        }
        slice.advance(7);
        slice.imageWritten();
        HeldSlice held = new HeldSlice(slice, Optional.empty());
        held.imageEncoded();
        held.storedAs(stored(0, rows, NameFilter.of(slice)), false);
        table.add(held);
        return held;
    }

    private static StoredAt stored(int depth, int rows, NameFilter filter) {
        return stored(Optional.empty(), depth, rows, filter);
    }

    private static StoredAt stored(Optional<RecordPlace> delta, int depth, int rows, NameFilter filter) {
        return new StoredAt(new RecordPlace(1, 0, 800, 1), delta, depth, 7, 7, rows, Optional.of(filter));
    }

    /** A slice whose filter is all that is in memory. */
    private static HeldSlice filtered(TableState table, int slice) {
        SliceKey key = new SliceKey(table.facts().id(), new SliceId(slice));
        HeldSlice held =
                HeldSlice.onStorage(key, stored(DEPTH, 1000, new NameFilter(2560, 7)), table.hash(), Limits.DEFAULT);
        table.add(held);
        return held;
    }

    private static boolean hasFilter(HeldSlice slice) {
        return slice.storedOrFail().filter().isPresent();
    }

    /** A budget that these exceed a little. */
    private long somewhatLessThan(List<HeldSlice> all) {
        SliceMemory probe = memory(1L << 40);
        all.forEach(probe::account);
        long used = probe.usedBytes();
        all.forEach(slice -> slice.tally().clear());
        return used * 99 / 100;
    }

    @Test
    void filtersOfTablesThatAreUsedStayWhileOthersGo() {
        List<TableState> tables = new ArrayList<>();
        List<HeldSlice> slices = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            tables.add(table(100 + i));
            slices.add(loaded(tables.get(i), 1000));
            slices.get(i).unload();
        }
        SliceMemory memory = memory(somewhatLessThan(slices));
        for (int i = 0; i < 100; i++) {
            memory.opened(tables.get(i), List.of(slices.get(i)), closed -> {});
        }
        slices.forEach(HeldSlice::wasUsed);
        List<HeldSlice> used = slices.subList(0, 20);
        used.forEach(HeldSlice::place);
        memory.relieve();
        assertTrue(used.stream().allMatch(LettingGoTest::hasFilter), "of those that were used");
        assertTrue(slices.stream().anyMatch(slice -> !hasFilter(slice)) || counters.tablesClosed() > 0, "of others");
    }

    @Test
    void itIsNotAlwaysTheSameFiltersThatGo() {
        TableState table = table(100);
        List<HeldSlice> slices =
                IntStream.range(0, SLICES).mapToObj(i -> filtered(table, i)).toList();
        long budget = somewhatLessThan(slices);
        SliceMemory memory = memory(budget);
        memory.opened(table, slices, closed -> {});
        memory.relieve();
        List<HeldSlice> first =
                slices.stream().filter(slice -> !hasFilter(slice)).toList();
        assertTrue(!first.isEmpty() && memory.usedBytes() > budget / 8 * 7, "no more go than makes some room");
        first.forEach(slice -> readAgain(memory, table, slice));
        slices.forEach(HeldSlice::wasUsed);
        memory.relieve();
        assertTrue(slices.stream().anyMatch(slice -> !hasFilter(slice)), "some go again");
        assertTrue(first.stream().allMatch(LettingGoTest::hasFilter), "others than the first time");
    }

    /** As a new name has it: its rows come, and go again, and the filter stays. */
    private SliceMemory memory(long bytes) {
        return new SliceMemory(bytes, Limits.DEFAULT, new ManualClock(), counters);
    }

    private static void readAgain(SliceMemory memory, TableState table, HeldSlice slice) {
        Slice rows = new Slice(slice.key(), DEPTH, table.hash(), Limits.DEFAULT);
        rows.advance(7);
        rows.imageWritten();
        slice.load(rows);
        slice.storedAs(slice.storedOrFail().withFilter(new NameFilter(2560, 7)), false);
        slice.unload();
        memory.account(slice);
    }

    private static void put(TableState table, HeldSlice held, RowName name) {
        byte[] bytes = name.sharedBytes();
        held.place().target().put(table.hash().of(name), bytes, 0, bytes.length, ROW, 0, ROW.length);
        held.place().target().advance(8);
    }

    private boolean isInLine(HeldSlice slice) {
        memory(1L << 40).account(slice);
        boolean isIdle = slice.tally().isIdle();
        slice.tally().clear();
        return isIdle;
    }

    @Test
    void whoseChangesCanBeLaidOverStorageStandsInLine() {
        TableState table = table(100);
        HeldSlice slice = loaded(table, 800);
        put(table, slice, RowName.of("new"));
        assertTrue(isInLine(slice));
        assertTrue(slice.letRowsGo());
    }

    @Test
    void whatWasSplitSinceItWasStoredStandsInNoLine() {
        TableState table = table(100);
        HeldSlice slice = loaded(table, 800);
        slice.place().target().split();
        slice.place().target().advance(8);
        assertFalse(isInLine(slice), "nothing of it can go until it is written");
        assertFalse(slice.letRowsGo());
    }

    @Test
    void whereARowCameAndWentAboveADeltaNobodyStandsInLine() {
        TableState table = table(100);
        HeldSlice slice = loaded(table, 800);
        NameFilter filter = NameFilter.of(slice.place().target());
        slice.storedAs(stored(Optional.of(new RecordPlace(1, 800, 80, 1)), 0, 800, filter), false);
        RowName name = RowName.of("for a moment");
        put(table, slice, name);
        byte[] bytes = name.sharedBytes();
        slice.place().target().remove(table.hash().of(name), bytes, 0, bytes.length);
        slice.place().target().advance(9);
        assertFalse(isInLine(slice), "the delta may have the row");
        assertFalse(slice.letRowsGo());
    }

    @Test
    void whatIsHeldElsewhereNowDoesNotStayInMemory() {
        SliceMemory memory = memory(16 << 20);
        for (int i = 0; i < 1000; i++) {
            TableState small = table(1000 + i);
            memory.opened(small, List.of(loaded(small, 1)), closed -> {});
        }
        List<WeakReference<HeldSlice>> gone = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            TableState big = table(100 + i);
            HeldSlice slice = loaded(big, 1000);
            memory.opened(big, List.of(slice), closed -> {});
            memory.forget(slice);
            big.remove(slice);
            gone.add(new WeakReference<>(slice));
        }
        System.gc();
        assertEquals(100, gone.size());
        assertNull(gone.get(0).get(), "the line has let go of it");
    }
}
