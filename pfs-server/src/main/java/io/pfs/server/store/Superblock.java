package io.pfs.server.store;

import io.pfs.Limits;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.format.Checksum;
import io.pfs.format.FileHeader;
import io.pfs.format.FileKind;

/**
 * What a file system was formatted with. Layout: see the package.
 *
 * @param shards K, never changed
 */
public record Superblock(long idHigh, long idLow, int shards) {
    private static final int BODY_BYTES = 20;

    /** A whole superblock is so long. */
    public static final int BYTES = FileHeader.BYTES + BODY_BYTES + 4;

    /** Seed of the name hash of the root: not to be guessed, and the same for ever. */
    long rootSeed() {
        return idHigh ^ idLow;
    }

    void encode(long nowMillis, ByteWriter out) {
        new FileHeader(FileKind.SUPERBLOCK, 0, 0, nowMillis).encode(out);
        int body = out.length();
        out.u64(idHigh).u64(idLow).u32(shards);
        out.u32(Checksum.of(out.array(), body, BODY_BYTES));
    }

    public static Superblock decode(ByteReader in) {
        FileHeader.decode(in, FileKind.SUPERBLOCK);
        int body = in.index();
        long idHigh = in.u64("id of the file system");
        long idLow = in.u64("id of the file system");
        int shards = in.u32("shards");
        int computed = Checksum.of(in.array(), body, BODY_BYTES);
        int stored = in.u32("checksum of the superblock");
        if (computed != stored) {
            throw in.refuse("checksum of the superblock", Integer.toHexString(computed), Integer.toHexString(stored));
        }
        in.inRange("shards", shards, 1, Limits.SHARDS_MAX);
        in.inRange("shards, a power of two", Integer.bitCount(shards), 1, 1);
        in.expectEnd("superblock");
        return new Superblock(idHigh, idLow, shards);
    }
}
