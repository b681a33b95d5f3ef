package io.pfs.server.slice;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.FileId;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.RequestId;
import io.pfs.RowName;
import io.pfs.SliceId;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.hash.NameHash;
import io.pfs.row.Row;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.ReplyKept;
import io.pfs.server.change.Change.RowPut;
import io.pfs.server.change.Change.RowRemoved;
import io.pfs.server.change.Change.SliceSplit;
import io.pfs.server.slice.SlicePlace.Lookup;
import io.pfs.server.slice.SlicePlace.Unloaded;
import io.pfs.testing.Seeds;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A slice that is not in memory takes changes and answers as one that is, or says that it can't. */
final class SlicePlaceTest {
    private static final TableId TABLE = new TableId(3);
    private static final SliceKey KEY = new SliceKey(TABLE, new SliceId(0));
    private static final NameHash HASH = new NameHash(11);
    private static final Limits LIMITS = new Limits(64, 3, 4096, 512, 4096, 1000, 4096, 64);

    @Test
    void changesWithoutTheRowsAreChangesToTheRows() {
        Seeds.each("SlicePlaceTest#changesWithoutTheRowsAreChangesToTheRows", 200, SlicePlaceTest::runEquivalence);
    }

    private static void runEquivalence(long seed) {
        Random random = new Random(seed);
        Slice whole = new Slice(KEY, 0, HASH, LIMITS);
        Slice stored = new Slice(KEY, 0, HASH, LIMITS);
        Slice loaded = whole;
        Slice storage = stored;
        long sequence = 0;
        for (int i = 0; i < 60; i++) {
            Change change = change(random, i, whole);
            sequence++;
            apply(loaded, change, sequence);
            apply(storage, change, sequence);
            if (i == 30) {
                whole.imageWritten();
                stored.imageWritten();
            }
        }
        Optional<NameFilter> filter = switch (random.nextInt(3)) {
            case 0 -> Optional.empty();
            case 1 -> Optional.of(new NameFilter(8, sequence - 1));
            default -> Optional.of(NameFilter.of(stored));
        };
        Unloaded unloaded = new Unloaded(filter, sequence, Slice.overlay(KEY, 0, HASH, LIMITS));
        int mustLoad = 0;
        for (int i = 0; i < 60; i++) {
            Change change = change(random, 100 + i, whole);
            sequence++;
            apply(loaded, change, sequence);
            apply(unloaded, change, sequence);
            mustLoad += compareLookups(loaded, unloaded);
        }
        boolean isFilterValid = filter.isPresent() && filter.get().isValidFor(unloaded.storedSequence());
        assertTrue(isFilterValid || mustLoad > 0, "without a valid filter, absence is not known");
        Slice merged = unloaded.load(stored).target();
        assertSame(whole, merged);
    }

    private static int compareLookups(Slice loaded, Unloaded unloaded) {
        int mustLoad = 0;
        for (int i = 0; i < 40; i++) {
            byte[] name = name(i).toBytes();
            long hash = HASH.of(name, 0, name.length);
            Lookup expected = loaded.lookUp(hash, name, 0, name.length);
            Lookup actual = unloaded.lookUp(hash, name, 0, name.length);
            if (actual instanceof Lookup.MustLoad) {
                mustLoad++;
            } else if (actual instanceof Lookup.Found found) {
                assertArrayEquals(row(assertInstanceOf(Lookup.Found.class, expected)), row(found), "row " + i);
            } else {
                assertInstanceOf(Lookup.Absent.class, expected, "row " + i);
            }
        }
        return mustLoad;
    }

    private static void assertSame(Slice expected, Slice actual) {
        assertEquals(expected.sequence(), actual.sequence(), "sequence");
        List<RowCursor> left = List.of(expected.rows(), expected.changedRows(), expected.removedNames());
        List<RowCursor> right = List.of(actual.rows(), actual.changedRows(), actual.removedNames());
        // what was removed without knowing whether an image has it stays remembered
        for (int c = 0; c < 2; c++) {
            assertEquals(left.get(c).count(), right.get(c).count(), "entries of cursor " + c);
            while (left.get(c).next()) {
                assertTrue(right.get(c).next(), "an entry of cursor " + c);
                assertArrayEquals(bytes(left.get(c)), bytes(right.get(c)), "entry of cursor " + c);
            }
        }
        assertTrue(left.get(2).count() <= right.get(2).count(), "removed names");
        while (left.get(2).next()) {
            RowCursor removed = left.get(2);
            assertTrue(
                    actual.isRemoved(removed.hash(), removed.array(), removed.nameAt(), removed.nameLength()),
                    "a removed name");
        }
        // a reply on storage that its client no longer waits for may come back; it is still the right one
        for (Replies.Kept kept : expected.replies().inOrder()) {
            assertArrayEquals(kept.reply(), actual.findReply(kept.request()).orElseThrow(), "reply " + kept.request());
        }
    }

    @Test
    void aNewNameNeedsNoStorageWhenTheFilterIsValid() {
        Slice stored = new Slice(KEY, 0, HASH, LIMITS);
        apply(stored, new RowPut(TABLE, name(1), row(1)), 5);
        for (long filterSequence : new long[] {4, 5, 6}) {
            NameFilter filter = new NameFilter(10, filterSequence);
            filter.add(HASH.of(name(1)));
            Unloaded place = new Unloaded(Optional.of(filter), 5, Slice.overlay(KEY, 0, HASH, LIMITS));
            Class<? extends Lookup> absent = filterSequence == 5 ? Lookup.Absent.class : Lookup.MustLoad.class;
            assertInstanceOf(absent, find(place, 2), "a filter of sequence " + filterSequence);
            assertInstanceOf(Lookup.MustLoad.class, find(place, 1), "a name it has");
            apply(place, new RowPut(TABLE, name(2), row(2)), 6);
            assertInstanceOf(Lookup.Found.class, find(place, 2), "the overlay has it");
            assertInstanceOf(absent, find(place, 3), "changes in the overlay make no filter invalid");
            apply(place, new RowRemoved(TABLE, name(2)), 7);
            assertInstanceOf(Lookup.Absent.class, find(place, 2), "known to be gone");
        }
    }

    @Test
    void aFilterThatWasMistakenIsSoOnce() {
        NameFilter filter = new NameFilter(200, 5);
        for (int i = 1; i <= 150; i++) {
            filter.add(HASH.of(name(i)));
        }
        Unloaded place = new Unloaded(Optional.of(filter), 5, Slice.overlay(KEY, 0, HASH, LIMITS));
        assertInstanceOf(Lookup.MustLoad.class, find(place, 2), "before storage was asked");
        place.missesAll(hashes(2, 140));
        assertInstanceOf(Lookup.MustLoad.class, find(place, 1), "it is there");
        for (int i = 2; i < 140; i++) {
            assertInstanceOf(Lookup.Absent.class, find(place, i), "name " + i);
        }
        place.missesAll(hashes(140, 142)); // so many that others are forgotten
        assertInstanceOf(Lookup.Absent.class, find(place, 141), "not those that were asked for now");
        assertInstanceOf(Lookup.MustLoad.class, find(place, 2), "forgotten");
        apply(place, new RowPut(TABLE, name(141), row(141)), 6);
        assertInstanceOf(Lookup.Found.class, find(place, 141), "it has come since");
    }

    @Test
    void aFilterThatWasMistakenAboutARequestIsSoOnce() {
        RequestId asked = new RequestId(1, 2, 3);
        Slice stored = new Slice(KEY, 0, HASH, LIMITS);
        apply(stored, new ReplyKept(asked, 3, TABLE, 0, 77, new byte[] {1}), 5);
        RequestId other = new RequestId(1, 2, 4);
        NameFilter filter = NameFilter.of(stored);
        filter.add(NameFilter.hashOf(other));
        Unloaded place = new Unloaded(Optional.of(filter), 5, Slice.overlay(KEY, 0, HASH, LIMITS));
        assertTrue(place.mayKnow(other), "before storage was asked");
        place.missesAll(new long[] {NameFilter.hashOf(other)});
        assertFalse(place.mayKnow(other));
        assertTrue(place.mayKnow(asked));
    }

    private static long[] hashes(int from, int to) {
        return IntStream.range(from, to).mapToLong(i -> HASH.of(name(i))).toArray();
    }

    @Test
    void whatTheSliceHasAlreadyIsPassedOver() {
        Slice slice = new Slice(KEY, 0, HASH, LIMITS);
        Slice place = slice;
        assertTrue(apply(place, new RowPut(TABLE, name(1), row(1)), 9), "new");
        assertTrue(apply(place, new RowPut(TABLE, name(2), row(2)), 9), "another effect of the same record");
        assertFalse(apply(place, new RowRemoved(TABLE, name(1)), 8), "older");
        assertEquals(2, slice.rowCount());
        Unloaded unloaded = new Unloaded(Optional.empty(), 9, Slice.overlay(KEY, 0, HASH, LIMITS));
        assertFalse(apply(unloaded, new RowRemoved(TABLE, name(1)), 8), "older than what is stored");
        assertEquals(0, unloaded.target().removedCount());
    }

    @Test
    void refusesWhatIsNotAboutASlice() {
        Slice place = new Slice(KEY, 0, HASH, LIMITS);
        List<Change> others = List.of(
                new SliceSplit(KEY, 0),
                new RowPut(new TableId(4), name(1), row(1)),
                new RowRemoved(new TableId(4), name(1)));
        for (Change change : others) {
            PfsException refused = assertThrows(PfsException.class, () -> SliceApply.apply(place, change, 0, 1));
            assertEquals(ErrorCode.INVARIANT_BROKEN, refused.code());
        }
    }

    @Test
    void onlyTheNewestOfStorageIsLoaded() {
        Unloaded place = new Unloaded(Optional.empty(), 9, Slice.overlay(KEY, 0, HASH, LIMITS));
        Slice old = new Slice(KEY, 0, HASH, LIMITS);
        old.advance(8);
        assertEquals(
                ErrorCode.INVARIANT_BROKEN,
                assertThrows(PfsException.class, () -> place.load(old)).code());
        Slice notAnOverlay = new Slice(KEY, 0, HASH, LIMITS);
        assertThrows(PfsException.class, () -> new Unloaded(Optional.empty(), 9, notAnOverlay));
    }

    private static boolean apply(SlicePlace place, Change change, long sequence) {
        long hash = change instanceof ReplyKept kept
                ? kept.nameHash()
                : HASH.of(change instanceof RowPut put ? put.name() : ((RowRemoved) change).name());
        return SliceApply.apply(place, change, hash, sequence);
    }

    /** As a shard makes them: only a row that is there is removed. */
    private static Change change(Random random, int number, Slice whole) {
        RowName name = name(random.nextInt(30));
        boolean isThere = whole.find(HASH.of(name), name.toBytes(), 0, name.length()) >= 0;
        return switch (random.nextInt(5)) {
            case 0, 1 -> new RowPut(TABLE, name, row(number));
            case 2, 3 -> isThere ? new RowRemoved(TABLE, name) : new RowPut(TABLE, name, row(number));
            default -> {
                RequestId request = new RequestId(1, random.nextInt(3), number);
                yield new ReplyKept(
                        request, number - 20 < 0 ? 0 : number - 20, TABLE, HASH.of(name), number, new byte[] {
                            (byte) number
                        });
            }
        };
    }

    private static Lookup find(SlicePlace place, int number) {
        byte[] name = name(number).toBytes();
        return place.lookUp(HASH.of(name, 0, name.length), name, 0, name.length);
    }

    private static RowName name(int number) {
        return RowName.of("name-" + number);
    }

    private static byte[] row(int number) {
        return Row.emptyFile(new FileId(number), 0600, 0, 0, number).toBytes();
    }

    private static byte[] row(Lookup.Found found) {
        Slice slice = found.slice();
        int at = slice.rowAt(found.ref());
        return Arrays.copyOfRange(slice.arena(), at, at + slice.rowLength(found.ref()));
    }

    private static byte[] bytes(RowCursor cursor) {
        return Arrays.copyOfRange(cursor.array(), cursor.nameAt(), cursor.rowAt() + cursor.rowLength());
    }
}
