package io.pfs.wire.codec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.table.Schema;
import io.pfs.testing.Damage;
import io.pfs.testing.Golden;
import io.pfs.testing.Seeds;
import io.pfs.wire.Expected;
import io.pfs.wire.NameStep;
import io.pfs.wire.NewRow;
import io.pfs.wire.Request;
import io.pfs.wire.Request.AlterTable;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.RowEdit;
import io.pfs.wire.TableChange;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

final class RequestCodecTest {
    private static final int EDIT_ROW = 1;
    private static final int EDIT_ROWS = 2;
    private static final int READ_ROW = 16;
    private static final int LOOK_UP = 21;
    private static final int READ_MANY = 28;
    private static final int ALTER_TABLE = 50;

    @Test
    void goldenBytes() {
        ByteWriter all = new ByteWriter(64);
        SomeRequests.oneOfEach().forEach(request -> RequestCodec.encode(request, all));
        Golden.check(RequestCodecTest.class, "requests-v1", all.toBytes());
    }

    /** The golden bytes are of every kind there is, so that a new one is not forgotten here or there. */
    @Test
    void everyKindIsThere() {
        assertEquals(Described.kinds(Request.class), Described.kindsOf(SomeRequests.oneOfEach()));
        assertEquals(Described.kinds(NameStep.class), Described.kindsOf(SomeRequests.steps()));
        assertEquals(Described.kinds(TableChange.class), Described.kindsOf(SomeRequests.changes()));
        List<Expected> expected = SomeRequests.oneOfEach().stream()
                .flatMap(request -> SomeRequests.expected(request).stream())
                .toList();
        assertEquals(Described.kinds(Expected.class), Described.kindsOf(expected));
    }

    @Test
    void whatIsWrittenIsRead() {
        SomeRequests.oneOfEach().forEach(RequestCodecTest::requireRead);
        Seeds.each("RequestCodecTest#whatIsWrittenIsRead", 500, seed -> {
            RandomRequests random = new RandomRequests(new Random(seed));
            requireRead(random.next());
        });
    }

    private static void requireRead(Request request) {
        byte[] bytes = encode(request);
        assertEquals(Described.of(request), Described.of(decode(bytes)));
        assertTrue(isReadAndCanonical(bytes));
    }

    @Test
    void oneStandsBehindTheOther() {
        ByteWriter all = new ByteWriter(0);
        List<Request> requests = SomeRequests.oneOfEach();
        requests.forEach(request -> RequestCodec.encode(request, all));
        ByteReader in = new ByteReader("requests", all.toBytes());
        requests.forEach(request -> assertEquals(Described.of(request), Described.of(RequestCodec.decode(in))));
        in.expectEnd("requests");
    }

    @Test
    void whatMostRequestsHaveIsNotMadeAnew() {
        Request request = SomeRequests.oneOfEach().get(0);
        EditRow read = (EditRow) decode(encode(request));
        assertSame(Expected.ANY, read.expected());
        assertSame(NewRow.FILE, read.ifNew());
        assertSame(RowEdit.NONE, read.edit());
        assertEquals(1 + 8 + 1 + SomeRequests.NAME.length() + 3, encode(request).length);
    }

    @Test
    void everyPrefixIsRefused() {
        for (Request request : SomeRequests.oneOfEach()) {
            Damage.eachPrefix(encode(request), (bytes, what) -> {
                PfsException refusal = assertThrows(PfsException.class, () -> decode(bytes), what);
                requireDamaged(refusal);
            });
        }
    }

    @Test
    void everyFlippedBitIsRefusedOrReadAsAnotherRequest() {
        int[] refused = new int[1];
        for (Request request : SomeRequests.oneOfEach()) {
            Damage.eachBitFlip(encode(request), (bytes, what) -> refused[0] += isReadAndCanonical(bytes) ? 0 : 1);
        }
        assertTrue(refused[0] > 500, "types, lengths, flags, and what values refuse: " + refused[0]);
    }

    @Test
    void whatHasAShorterFormIsRefused() {
        refused(
                "short form",
                EDIT_ROW,
                out -> edited(out, plain -> plain.u8(1).u16(0644).u32(-1).u32(-1)));
        refused(
                "cells",
                EDIT_ROW,
                out -> edited(out, RequestCodecTest::plain).u8(1).varint(0));
        refused(
                "attributes",
                EDIT_ROW,
                out -> edited(out, RequestCodecTest::plain).u8(32).u8(0));
        refused("varint", READ_ROW, out -> name(out).u8(0x80).u8(0));
    }

    @Test
    void whatNoValueCanBeIsRefused() {
        refused("type of a request", 0, out -> {});
        refused("type of a request", 255, out -> {});
        refused("reserved for paths", READ_ROW, out -> out.u8(1).u8('.').varint(0));
        refused("engine's own", READ_ROW, out -> name(out).varint(1).varint(Schema.RESERVED_FROM));
        refused("kind of a new row", EDIT_ROW, out -> edited(out, kind -> kind.u8(2)));
        refused(
                "parts of an edit",
                EDIT_ROW,
                out -> edited(out, RequestCodecTest::plain).u8(64));
        refused("removed tags", EDIT_ROW, out -> removedTags(out, "b", "a"));
        refused("removed tags", EDIT_ROW, out -> removedTags(out, "a", "a"));
        refused("mode", ALTER_TABLE, out -> out.u8(5).u8(1).u16(010000));
        refused(
                "each cell",
                EDIT_ROW,
                out -> edited(out, RequestCodecTest::plain)
                        .u8(4)
                        .varint(2)
                        .varint(7)
                        .varint(7));
        refused("a row stands once", EDIT_ROWS, out -> {
            out.varint(2);
            edited(out, RequestCodecTest::plain).u8(0);
            edited(out, RequestCodecTest::plain).u8(0);
        });
        refused("UTF-8", ALTER_TABLE, out -> out.u8(3).varint(1).u8(0xff));
    }

    /** Else one that is nested deep enough would take a stack that nobody has. */
    @Test
    void partsHaveNoParts() {
        refused(
                "type of a part",
                READ_MANY,
                out -> out.varint(1).varint(0).u8(READ_MANY).u64(0).u16(0));
        refused(
                "type of a part",
                READ_MANY,
                out -> out.varint(1).varint(0).u8(READ_ROW).u64(0).u16(0));
        refused(
                "table of its first part",
                READ_MANY,
                out -> name(out.varint(1).varint(0).u8(LOOK_UP).u64(SomeRequests.OTHER.value())));
    }

    /** A count that promises more than there is must not take memory for it. */
    @Test
    void countsAreHeldAgainstWhatIsThere() {
        refused("columns", READ_ROW, out -> name(out).varint(Limits.CELLS_PER_ROW_MAX));
        refused(
                "removed tags",
                EDIT_ROW,
                out -> edited(out, RequestCodecTest::plain).u8(16).varint(1L << 30));
        refused("rows of a change", EDIT_ROWS, out -> out.varint(Limits.ROWS_PER_CHANGE_MAX));
        refused(
                "cell",
                EDIT_ROW,
                out -> edited(out, RequestCodecTest::plain)
                        .u8(1)
                        .varint(1)
                        .varint(0)
                        .u8(0)
                        .varint(Limits.CELL_BYTES_MAX));
    }

    private static ByteWriter name(ByteWriter out) {
        return out.u8(1).u8('a');
    }

    /** An edit of a row, up to what changes in it. */
    private static ByteWriter edited(ByteWriter out, Consumer<ByteWriter> newRow) {
        newRow.accept(name(out).u8(3));
        return out;
    }

    private static void plain(ByteWriter out) {
        out.u8(0);
    }

    private static void removedTags(ByteWriter out, String one, String two) {
        edited(out, RequestCodecTest::plain).u8(16).varint(2);
        Fields.text("tag", one, out);
        Fields.text("tag", two, out);
    }

    private static void refused(String why, int type, Consumer<ByteWriter> body) {
        ByteWriter out = new ByteWriter(32);
        body.accept(out.u8(type).u64(SomeRequests.TABLE.value()));
        PfsException refusal = assertThrows(PfsException.class, () -> decode(out.toBytes()), why);
        requireDamaged(refusal);
        assertTrue(refusal.getMessage().contains(why), refusal.getMessage());
    }

    /** Else a question mark would be asked for. */
    @Test
    void textWithoutBytesOfItsOwnIsNotSent() {
        Request drop = new AlterTable(SomeRequests.TABLE, new TableChange.DropColumn("a\ud800"));
        RowEdit untag = RowEdit.ofTags(Map.of(), Set.of("a\ud800"));
        Request edit = new EditRow(SomeRequests.TABLE, SomeRequests.NAME, Expected.ANY, NewRow.FILE, untag);
        for (Request request : List.of(drop, edit)) {
            PfsException refused = assertThrows(PfsException.class, () -> encode(request));
            assertEquals(ErrorCode.NAME_INVALID, refused.code());
        }
    }

    @Test
    void theLargestGoesThrough() {
        byte[] longest = new byte[Limits.ROW_NAME_BYTES_MAX];
        Arrays.fill(longest, (byte) 0xff);
        ColumnId last = new ColumnId(Schema.RESERVED_FROM - 1);
        RowName name = RowName.of(longest, 0, longest.length);
        requireRead(new Request.ReadCell(SomeRequests.TABLE, name, last, Long.MAX_VALUE, Limits.CELL_BYTES_MAX));
        requireRead(new Request.WriteObject(
                SomeRequests.TABLE, name, SomeRequests.TICKET, 0, new byte[Limits.OBJECT_PIECE_BYTES_MAX]));
    }

    /** Refused as damaged, or a request that has exactly these bytes, whatever becomes of the array. */
    static boolean isReadAndCanonical(byte[] bytes) {
        byte[] lent = bytes.clone();
        ByteReader in = new ByteReader("request", lent);
        Request read;
        try {
            read = RequestCodec.decode(in);
        } catch (PfsException e) {
            requireDamaged(e);
            return false;
        }
        Arrays.fill(lent, (byte) 0x5a);
        assertArrayEquals(Arrays.copyOf(bytes, in.index()), encode(read));
        return true;
    }

    private static void requireDamaged(PfsException refusal) {
        assertEquals(ErrorCode.CORRUPT, refusal.code(), refusal.getMessage());
        assertTrue(refusal.getMessage().contains(" is damaged at offset "), refusal.getMessage());
    }

    private static byte[] encode(Request request) {
        ByteWriter out = new ByteWriter(0);
        RequestCodec.encode(request, out);
        return out.toBytes();
    }

    private static Request decode(byte[] bytes) {
        return RequestCodec.decode(new ByteReader("request", bytes));
    }
}
