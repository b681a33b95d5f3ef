package io.pfs.server.slice;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.Limits;
import io.pfs.SliceId;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.hash.NameHash;
import io.pfs.row.RowLayout;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;

/** A table of slices beside what it should hold: for each slice, its rows and its removed names in sorted maps. */
final class SliceModel {
    static final NameHash HASH = new NameHash(42);
    private static final TableId TABLE = new TableId(7);

    private final Limits limits;
    private final Hashing hashing;
    private final TreeMap<Integer, Part> parts = new TreeMap<>();
    private long sequence;

    /** Replaces the hash of names, to bring about collisions. */
    interface Hashing {
        long of(byte[] name);
    }

    /** A name where it belongs in the order. */
    private record Key(long hash, byte[] name) implements Comparable<Key> {
        private static final Comparator<Key> ORDER = Comparator.<Key, Long>comparing(
                        key -> Long.reverse(key.hash), Long::compareUnsigned)
                .thenComparing(Key::name, Arrays::compareUnsigned);

        @Override
        public int compareTo(Key other) {
            return ORDER.compare(this, other);
        }
    }

    private enum State {
        SAME,
        CHANGED,
        NEW,
        REMOVED
    }

    private record Expected(State state, byte[] row) {}

    private static final class Part {
        private final Slice slice;
        private final TreeMap<Key, Expected> expected = new TreeMap<>();

        Part(Slice slice) {
            this.slice = slice;
        }
    }

    SliceModel(Limits limits, Hashing hashing) {
        this.limits = limits;
        this.hashing = hashing;
        SliceKey first = new SliceKey(TABLE, new SliceId(0));
        parts.put(0, new Part(new Slice(first, 0, HASH, limits)));
    }

    /** A name of 1 to 255 bytes that only this number has. */
    static byte[] name(Random random, int number) {
        byte[] digits = Integer.toString(number, 36).getBytes(java.nio.charset.StandardCharsets.US_ASCII);
        int length = switch (random.nextInt(8)) {
            case 0 -> digits.length;
            case 1 -> Limits.ROW_NAME_BYTES_MAX;
            default -> digits.length + 1 + random.nextInt(30);
        };
        byte[] name = new byte[length];
        Arrays.fill(name, (byte) '-');
        System.arraycopy(digits, 0, name, 0, digits.length);
        return name;
    }

    static byte[] row(Random random) {
        int length = switch (random.nextInt(40)) {
            case 0 -> RowLayout.BYTES_MAX;
            case 1 -> RowLayout.FIXED_BYTES + random.nextInt(500);
            default -> RowLayout.FIXED_BYTES + 16 * random.nextInt(3);
        };
        byte[] row = new byte[length];
        random.nextBytes(row);
        return row;
    }

    Collection<Slice> slices() {
        return parts.values().stream().map(part -> part.slice).toList();
    }

    int rowCount() {
        return parts.values().stream()
                .mapToInt(part -> count(part, expected -> expected.state != State.REMOVED))
                .sum();
    }

    void step(Random random, byte[] name) {
        Part part = owner(name);
        int choice = random.nextInt(1000);
        if (choice < 600) {
            put(part.slice, part, name, row(random));
        } else if (choice < 985) {
            remove(part.slice, part, name);
        } else if (choice < 995) {
            mergeSomething(random, part, name);
        } else {
            imageWritten(part);
        }
        part.slice.advance(++sequence);
        if (part.slice.isOverThreshold()) {
            split(part);
        }
    }

    private Part owner(byte[] name) {
        long hash = hashing.of(name);
        return parts.values().stream()
                .filter(part -> ((hash ^ part.slice.key().slice().value()) & ((1L << part.slice.depth()) - 1)) == 0)
                .findFirst()
                .orElseThrow();
    }

    private void put(Slice into, Part part, byte[] name, byte[] row) {
        Key key = new Key(hashing.of(name), name);
        Expected before = part.expected.get(key);
        // from a place inside other bytes, as from a journal record
        byte[] source = new byte[3 + name.length + row.length];
        System.arraycopy(name, 0, source, 3, name.length);
        System.arraycopy(row, 0, source, 3 + name.length, row.length);
        boolean isNew = into.put(key.hash, source, 3, name.length, source, 3 + name.length, row.length);
        if (into == part.slice) {
            assertEquals(before == null || before.state == State.REMOVED, isNew, "a put says whether the row is new");
        }
        boolean staysNew = before == null || before.state == State.NEW;
        part.expected.put(key, new Expected(staysNew ? State.NEW : State.CHANGED, row));
    }

    private void remove(Slice into, Part part, byte[] name) {
        Key key = new Key(hashing.of(name), name);
        Expected before = part.expected.get(key);
        boolean wasThere = into.remove(key.hash, name, 0, name.length);
        if (into == part.slice) {
            assertEquals(
                    before != null && before.state != State.REMOVED, wasThere, "a removal says if there was a row");
        }
        if (before != null && before.state == State.NEW && into == part.slice) {
            part.expected.remove(key);
        } else {
            part.expected.put(key, new Expected(State.REMOVED, new byte[0]));
        }
    }

    /** The same changes by way of an overlay; a new row that it removes again is remembered, unlike in the slice. */
    private void mergeSomething(Random random, Part part, byte[] name) {
        Slice overlay = Slice.overlay(part.slice.key(), part.slice.depth(), HASH, limits);
        Key key = new Key(hashing.of(name), name);
        Expected before = part.expected.get(key);
        byte[] row = row(random);
        overlay.put(key.hash, name, 0, name.length, row, 0, row.length);
        boolean endsRemoved = random.nextBoolean();
        if (endsRemoved) {
            overlay.remove(key.hash, name, 0, name.length);
            assertTrue(overlay.isRemoved(key.hash, name, 0, name.length), "an overlay remembers what it removed");
        }
        overlay.advance(sequence);
        part.slice.advance(sequence);
        part.slice.merge(overlay);
        boolean isNew = before == null || before.state == State.NEW;
        if (!endsRemoved) {
            part.expected.put(key, new Expected(isNew ? State.NEW : State.CHANGED, row));
        } else if (before != null && before.state == State.NEW) {
            part.expected.remove(key);
        } else {
            part.expected.put(key, new Expected(State.REMOVED, new byte[0]));
        }
    }

    private void imageWritten(Part part) {
        part.slice.imageWritten();
        part.expected.values().removeIf(expected -> expected.state == State.REMOVED);
        part.expected.replaceAll((key, expected) -> new Expected(State.SAME, expected.row));
    }

    private void split(Part part) {
        int bit = part.slice.depth();
        Part upper = new Part(part.slice.split());
        int index = upper.slice.key().slice().value();
        assertEquals(part.slice.key().slice().value() + (1 << bit), index, "index of the sibling");
        assertEquals(bit + 1, part.slice.depth(), "depth of the one that stays");
        assertEquals(bit + 1, upper.slice.depth(), "depth of the sibling");
        assertEquals(sequence, upper.slice.sequence(), "sequence of the sibling");
        parts.put(index, upper);
        for (var entry : new TreeMap<>(part.expected).entrySet()) {
            if ((entry.getKey().hash >>> bit & 1) != 0) {
                part.expected.remove(entry.getKey());
                Expected moved = entry.getValue();
                upper.expected.put(
                        entry.getKey(), moved.state == State.REMOVED ? moved : new Expected(State.NEW, moved.row));
            }
        }
        checkPart(part);
        checkPart(upper);
    }

    void check() {
        parts.values().forEach(SliceModel::checkPart);
    }

    private static int count(Part part, Predicate<Expected> wanted) {
        return (int) part.expected.values().stream().filter(wanted).count();
    }

    private static void checkPart(Part part) {
        Slice slice = part.slice;
        assertEquals(count(part, e -> e.state != State.REMOVED), slice.rowCount(), "rows of " + slice.key());
        assertEquals(count(part, e -> e.state == State.REMOVED), slice.removedCount(), "removed from " + slice.key());
        checkCursor(part, slice.rows(), e -> e.state != State.REMOVED);
        checkCursor(part, slice.changedRows(), e -> e.state == State.CHANGED || e.state == State.NEW);
        checkCursor(part, slice.removedNames(), e -> e.state == State.REMOVED);
        part.expected.forEach((key, expected) -> checkFound(slice, key, expected));
    }

    private static void checkCursor(Part part, RowCursor cursor, Predicate<Expected> wanted) {
        assertEquals(count(part, wanted), cursor.count(), "entries of a cursor");
        part.expected.forEach((key, expected) -> {
            if (wanted.test(expected)) {
                assertTrue(cursor.next(), "a cursor goes on");
                assertEquals(key.hash, cursor.hash(), "hash under a cursor");
                assertArrayEquals(key.name, cut(cursor.array(), cursor.nameAt(), cursor.nameLength()), "name");
                assertArrayEquals(expected.row, cut(cursor.array(), cursor.rowAt(), cursor.rowLength()), "row");
            }
        });
        assertFalse(cursor.next(), "a cursor ends");
    }

    private static void checkFound(Slice slice, Key key, Expected expected) {
        int ref = slice.find(key.hash, key.name, 0, key.name.length);
        boolean isRow = expected.state != State.REMOVED;
        assertEquals(isRow, ref >= 0, "a row is found when there is one");
        assertEquals(!isRow, slice.isRemoved(key.hash, key.name, 0, key.name.length), "a removed name is known");
        if (isRow) {
            assertEquals(key.hash, slice.hash(ref), "hash of what was found");
            assertArrayEquals(key.name, cut(slice.arena(), slice.nameAt(ref), slice.nameLength(ref)), "name");
            assertArrayEquals(expected.row, cut(slice.arena(), slice.rowAt(ref), slice.rowLength(ref)), "row");
        }
    }

    private static byte[] cut(byte[] bytes, int at, int length) {
        return Arrays.copyOfRange(bytes, at, at + length);
    }
}
