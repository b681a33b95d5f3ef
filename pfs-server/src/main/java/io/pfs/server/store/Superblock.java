package io.pfs.server.store;

import io.pfs.Limits;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.format.Checksum;
import io.pfs.format.FileHeader;
import io.pfs.format.FileKind;
import io.pfs.server.table.TableFacts;
import io.pfs.wire.FileSystemFacts;
import java.util.HexFormat;

/**
 * What a file system was formatted with. Layout: see the package.
 *
 * @param shards K, never changed
 */
public record Superblock(long idHigh, long idLow, int shards) {
    private static final int BODY_BYTES = 20;

    /** A whole superblock is so long. */
    public static final int BYTES = FileHeader.BYTES + BODY_BYTES + 4;

    /** For people. */
    String id() {
        HexFormat hex = HexFormat.of();
        return hex.toHexDigits(idHigh) + hex.toHexDigits(idLow);
    }

    /** Seed of the name hash of the root: not to be guessed, and the same for ever. */
    long rootSeed() {
        return idHigh ^ idLow;
    }

    /** What a client must know of the file system. */
    FileSystemFacts facts() {
        return new FileSystemFacts(
                idHigh, idLow, shards, TableFacts.root(rootSeed()).pointer());
    }

    void encode(long nowMillis, ByteWriter out) {
        new FileHeader(FileKind.SUPERBLOCK, 0, 0, nowMillis).encode(out);
        int body = out.length();
        encodeBody(out);
        out.u32(Checksum.of(out.array(), body, BODY_BYTES));
    }

    /** What other superblocks have as well. */
    void encodeBody(ByteWriter out) {
        out.u64(idHigh).u64(idLow).u32(shards);
    }

    public static Superblock decode(ByteReader in) {
        FileHeader.decode(in, FileKind.SUPERBLOCK);
        int body = in.index();
        Superblock read = decodeBody(in);
        requireChecksum(in, body, BODY_BYTES);
        read.requireValid(in);
        in.expectEnd("superblock");
        return read;
    }

    static Superblock decodeBody(ByteReader in) {
        return new Superblock(in.u64("id of the file system"), in.u64("id of the file system"), in.u32("shards"));
    }

    /** The checksum that comes next is of these bytes. */
    static void requireChecksum(ByteReader in, int body, int bytes) {
        int computed = Checksum.of(in.array(), body, bytes);
        int stored = in.u32("checksum of the superblock");
        if (computed != stored) {
            throw in.refuse("checksum of the superblock", Integer.toHexString(computed), Integer.toHexString(stored));
        }
    }

    void requireValid(ByteReader in) {
        in.inRange("shards", shards, 1, Limits.SHARDS_MAX);
        in.inRange("shards, a power of two", Integer.bitCount(shards), 1, 1);
    }
}
