package io.pfs.client.table;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.format.Checksum;
import io.pfs.wire.Cursor;
import java.util.Base64;
import java.util.Optional;

/** A place in a scan as text that people can keep and hand back. Layout: see the package. */
final class ScanToken {
    static final String START = "";

    private static final int VERSION = 1;
    private static final int TEXT_MAX = 512;
    private static final int CHECKSUM_BYTES = 4;

    private ScanToken() {}

    static String encode(TableId table, Cursor cursor) {
        byte[] name = cursor.name().toBytes();
        ByteWriter out = new ByteWriter(32 + name.length);
        out.u8(VERSION).u64(table.value()).u64(cursor.hash()).u8(name.length).bytes(name);
        out.u32(Checksum.of(out.array(), 0, out.length()));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(out.toBytes());
    }

    /** The place behind which to go on; empty for the beginning. */
    static Optional<Cursor> decode(TableId table, String token) {
        if (token.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(read(table, token));
        } catch (PfsException | IllegalArgumentException e) {
            throw new PfsException(
                    ErrorCode.OUT_OF_RANGE, "this is no place in a scan of this table: " + e.getMessage(), e);
        }
    }

    private static Cursor read(TableId table, String token) {
        if (token.length() > TEXT_MAX) {
            throw new PfsException(ErrorCode.TOO_LARGE, "it has " + token.length() + " letters");
        }
        byte[] bytes = Base64.getUrlDecoder().decode(token);
        int end = Math.max(0, bytes.length - CHECKSUM_BYTES);
        int stored = new ByteReader("token", end, bytes, end, bytes.length).u32("checksum");
        ByteReader in = new ByteReader("token", 0, bytes, 0, end);
        in.inRange("version", in.u8("version"), VERSION, VERSION);
        long ofTable = in.u64("table");
        long hash = in.u64("hash");
        byte[] name = in.bytes("name", in.u8("length of a name"));
        in.expectEnd("token");
        if (!Checksum.CRC32C.matches(bytes, 0, end, stored)) {
            throw in.refuse("checksum", "that of its bytes", Integer.toHexString(stored));
        }
        if (ofTable != table.value()) {
            throw in.refuse("table", table.toString(), new TableId(ofTable).toString());
        }
        return new Cursor(hash, RowName.of(name, 0, name.length));
    }
}
