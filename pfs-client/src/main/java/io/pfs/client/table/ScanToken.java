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
import org.jspecify.annotations.Nullable;

/** A place in a scan as text that people can keep and hand back. Layout: see the package. */
final class ScanToken {
    static final String START = "";

    private static final int VERSION = 1;
    private static final int TEXT_MAX = 512;
    private static final int SHOWN_MAX = 40;
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
        TableId ofTable;
        Cursor place;
        try {
            ByteReader in = checked(token);
            ofTable = new TableId(in.u64("table"));
            place = read(in);
        } catch (PfsException | IllegalArgumentException e) {
            throw refusal(token, "", e);
        }
        if (!ofTable.equals(table)) {
            throw refusal(token, ", " + table + ", but in " + ofTable, null);
        }
        return Optional.of(place);
    }

    private static PfsException refusal(String token, String why, @Nullable Exception cause) {
        String start = token.length() <= SHOWN_MAX ? token : token.substring(0, SHOWN_MAX) + "...";
        return new PfsException(
                ErrorCode.OUT_OF_RANGE,
                "'" + start.replaceAll("[^\\x20-\\x7e]", "?") + "' is no place in this table" + why
                        + "; a place is what an earlier page of the same table gave to go on with",
                cause);
    }

    /** Its bytes behind the version. */
    private static ByteReader checked(String token) {
        if (token.length() > TEXT_MAX) {
            throw new PfsException(ErrorCode.TOO_LARGE, "it has " + token.length() + " letters");
        }
        byte[] bytes = Base64.getUrlDecoder().decode(token);
        int end = Math.max(0, bytes.length - CHECKSUM_BYTES);
        int stored = new ByteReader("token", end, bytes, end, bytes.length).u32("checksum");
        ByteReader in = new ByteReader("token", 0, bytes, 0, end);
        in.inRange("version", in.u8("version"), VERSION, VERSION);
        if (!Checksum.CRC32C.matches(bytes, 0, end, stored)) {
            throw in.refuse("checksum", "that of its bytes", Integer.toHexString(stored));
        }
        return in;
    }

    private static Cursor read(ByteReader in) {
        long hash = in.u64("hash");
        byte[] name = in.bytes("name", in.u8("length of a name"));
        in.expectEnd("token");
        return new Cursor(hash, RowName.of(name, 0, name.length));
    }
}
