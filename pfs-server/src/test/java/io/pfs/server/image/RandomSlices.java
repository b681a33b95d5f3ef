package io.pfs.server.image;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pfs.Epoch;
import io.pfs.FileId;
import io.pfs.Limits;
import io.pfs.RequestId;
import io.pfs.ShardId;
import io.pfs.SliceId;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.hash.NameHash;
import io.pfs.row.CellLocation;
import io.pfs.row.Row;
import io.pfs.row.RowKind;
import io.pfs.row.RowLayout;
import io.pfs.server.image.SliceRecord.Place;
import io.pfs.server.slice.Replies;
import io.pfs.server.slice.RowCursor;
import io.pfs.server.slice.Slice;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Slices of every kind, and how to tell whether two are the same. */
final class RandomSlices {
    static final NameHash HASH = new NameHash(0x1234_5678_9abcL);
    static final long FILE_ID = 77;
    static final int WORDS = 5;
    static final int NAME_FORMS = 7;

    private static final List<String> WORD =
            List.of("winter-holidays", "grandmother's-birthday", "unsorted", "at-the-sea");
    private static final long U48_MAX = (1L << 48) - 1;
    private static final List<RowKind> KINDS = List.of(RowKind.FILE, RowKind.DIRECTORY, RowKind.SYMLINK);

    private final Random random;

    RandomSlices(long seed) {
        random = new Random(seed);
    }

    static Stamp stamp(long offset) {
        return new Stamp(new ShardId(9), new Epoch(3), 9, new Place(FILE_ID, offset));
    }

    /** Some rows, some changes to them, some replies; the newest image is behind {@code changes} of them. */
    Slice slice(int rows, int changes) {
        return slice(rows, changes, random.nextInt(NAME_FORMS), random.nextInt(3));
    }

    Slice slice(int rows, int changes, int nameForm, int rowForm) {
        int depth = random.nextInt(4);
        int index = random.nextInt(1 << depth);
        Slice slice = new Slice(
                new SliceKey(new TableId(random.nextLong()), new SliceId(index)), depth, HASH, Limits.DEFAULT);
        for (int i = 0; i < rows; i++) {
            put(slice, nameForm, rowForm);
        }
        slice.advance(random.nextLong() >>> 2);
        slice.imageWritten();
        change(slice, changes, nameForm, rowForm);
        reply(slice, random.nextInt(4) == 0 ? random.nextInt(30) : 0);
        return slice;
    }

    /** Answers so many requests. */
    void reply(Slice slice, int count) {
        for (int i = count; i > 0; i--) {
            RequestId request = new RequestId(random.nextInt(3), random.nextLong(), random.nextLong() >>> 1);
            slice.replies()
                    .add(new Replies.Kept(
                            request,
                            0,
                            random.nextLong(),
                            random.nextLong() >>> 16,
                            random.nextLong() >>> 1,
                            bytes(random.nextInt(60))));
        }
    }

    /** Puts some rows and removes some. */
    void change(Slice slice, int changes, int nameForm, int rowForm) {
        for (int i = 0; i < changes; i++) {
            if (random.nextInt(3) == 0 && slice.rowCount() > 0) {
                removeSome(slice);
            } else {
                put(slice, nameForm, rowForm);
            }
            slice.advance(slice.sequence() + 1);
        }
    }

    private void put(Slice slice, int nameForm, int rowForm) {
        while (true) {
            byte[] name = name(nameForm);
            long hash = HASH.of(name, 0, name.length);
            if (((hash ^ slice.key().slice().value()) & ((1L << slice.depth()) - 1)) == 0) {
                byte[] row = row(rowForm);
                slice.put(hash, name, 0, name.length, row, 0, row.length);
                return;
            }
        }
    }

    private void removeSome(Slice slice) {
        RowCursor rows = slice.rows();
        for (int i = random.nextInt(slice.rowCount()); i >= 0; i--) {
            rows.next();
        }
        slice.remove(rows.hash(), rows.array(), rows.nameAt(), rows.nameLength());
    }

    byte[] name(int form) {
        return switch (form) {
            case 0 -> ascii("file.mdtest." + random.nextInt(64) + "." + random.nextInt(100_000));
            case 1 -> ascii(String.format("IMG_%08d.jpg", random.nextInt(1 << 26)));
            case 2 -> ascii(new java.util.UUID(random.nextLong(), random.nextLong()).toString());
            case 3 -> printable(1 + random.nextInt(3));
            case 4 ->
                ascii("some words that come again and again " + Integer.toString(random.nextInt(), 36)
                        + " and then others");
            case WORDS ->
                ascii(WORD.get(random.nextInt(4)) + "-" + WORD.get(random.nextInt(4)) + "-"
                        + Integer.toString(random.nextInt(), 36));
            default -> anyBytes(random.nextInt(4) == 0 ? 255 : 1 + random.nextInt(255));
        };
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private byte[] printable(int length) {
        byte[] name = new byte[length];
        for (int i = 0; i < length; i++) {
            name[i] = (byte) ('0' + random.nextInt(70));
        }
        return name;
    }

    private byte[] anyBytes(int length) {
        byte[] name = bytes(length);
        for (int i = 0; i < length; i++) {
            name[i] = name[i] == 0 || name[i] == '/' || name[i] == '.' ? (byte) 'x' : name[i];
        }
        return name;
    }

    byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    /** Alike, of every kind, or extreme. */
    private byte[] row(int form) {
        if (form == 0) {
            return Row.emptyFile(
                            new FileId(1000 + random.nextInt(1000)),
                            0644,
                            5,
                            5,
                            1_700_000_000_000L + random.nextInt(99999))
                    .toBytes();
        }
        List<Optional<CellLocation>> cells = new ArrayList<>();
        for (int slot = 0; slot < RowLayout.CELL_SLOTS; slot++) {
            cells.add(random.nextBoolean() ? Optional.of(cell(form)) : Optional.empty());
        }
        return new Row(
                        new FileId(number(form, Long.MAX_VALUE)),
                        number(form, U48_MAX),
                        number(form, U48_MAX),
                        new Row.Times(number(form, U48_MAX), number(form, U48_MAX), number(form, U48_MAX)),
                        (int) number(form, 0xffff),
                        (int) number(form, 0xffff_ffffL),
                        (int) number(form, 0xffff_ffffL),
                        KINDS.get(random.nextInt(3)),
                        cells,
                        bytes(random.nextInt(20) > 0 ? 0 : random.nextInt(5) == 0 ? Limits.ROW_INLINE_BYTES_MAX : 30))
                .toBytes();
    }

    private CellLocation cell(int form) {
        return new CellLocation(number(form, U48_MAX), number(form, U48_MAX), (int) number(form, Integer.MAX_VALUE));
    }

    private long number(int form, long max) {
        return switch (form == 1 ? random.nextInt(3) : 3) {
            case 0 -> 0;
            case 1 -> max;
            case 2 -> (random.nextLong() & max) >>> random.nextInt(64);
            default -> random.nextInt(5) % (max + 1 == Long.MIN_VALUE ? max : max + 1);
        };
    }

    static void assertSame(Slice expected, Slice actual, String what) {
        assertEquals(expected.key(), actual.key(), what);
        assertEquals(expected.depth(), actual.depth(), what);
        assertEquals(expected.sequence(), actual.sequence(), what);
        assertSame(expected.rows(), actual.rows(), what);
        assertSame(expected.removedNames(), actual.removedNames(), what + ", removed names");
        assertSame(expected.changedRows(), actual.changedRows(), what + ", changed rows");
        assertSameReplies(expected, actual, what);
    }

    static void assertSameReplies(Slice expected, Slice actual, String what) {
        List<Replies.Kept> left = List.copyOf(expected.replies().inOrder());
        List<Replies.Kept> right = List.copyOf(actual.replies().inOrder());
        assertEquals(left.size(), right.size(), what + ", replies");
        for (int i = 0; i < left.size(); i++) {
            assertEquals(left.get(i).request(), right.get(i).request(), what);
            assertEquals(left.get(i).nameHash(), right.get(i).nameHash(), what);
            assertEquals(left.get(i).lowestOpen(), right.get(i).lowestOpen(), what);
            assertEquals(left.get(i).order(), right.get(i).order(), what);
            assertEquals(left.get(i).wallMillis(), right.get(i).wallMillis(), what);
            assertArrayEquals(left.get(i).reply(), right.get(i).reply(), what);
        }
    }

    static void assertSame(RowCursor expected, RowCursor actual, String what) {
        int at = 0;
        while (expected.next()) {
            assertEquals(true, actual.next(), what + ": row " + at + " is missing");
            assertEquals(expected.hash(), actual.hash(), what + ": hash of row " + at);
            assertArrayEquals(
                    copy(expected.array(), expected.nameAt(), expected.nameLength()),
                    copy(actual.array(), actual.nameAt(), actual.nameLength()),
                    what + ": name of row " + at);
            assertArrayEquals(
                    copy(expected.array(), expected.rowAt(), expected.rowLength()),
                    copy(actual.array(), actual.rowAt(), actual.rowLength()),
                    what + ": row " + at);
            at++;
        }
        assertEquals(false, actual.next(), what + ": more than " + at + " rows");
    }

    private static byte[] copy(byte[] bytes, int at, int length) {
        return Arrays.copyOfRange(bytes, at, at + length);
    }
}
