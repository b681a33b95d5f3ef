package io.pfs.server.run;

import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.format.RunningChecksum;
import io.pfs.server.lz4.Lz4;

/**
 * A piece of a run under one checksum. Layout: see the package.
 *
 * @param raw its bytes as they were before they were compressed
 * @param end where it ends in the file
 * @param crc its checksum
 */
record RunBlock(byte[] raw, long end, int crc) {
    static final int HEAD_BYTES = 12;
    /** A block is ended that has so many. */
    static final int RAW_BYTES = 64 << 10;
    /** No block has more: it may be longer by one entry, and a directory is one, too. */
    static final int RAW_BYTES_MAX = 32 << 20;

    private static final int CRC_AT = 8;

    /** Adds a block to a file; returns its checksum. */
    static int write(ByteWriter raw, Lz4 lz4, ByteWriter out) {
        int stored = lz4.compress(raw.array(), 0, raw.length());
        int at = out.length();
        out.u32(raw.length()).u32(stored).u32(0).bytes(lz4.bytes(), 0, stored);
        int crc = crc(out.array(), at, stored);
        out.setU32(at + CRC_AT, crc);
        return crc;
    }

    private static int crc(byte[] bytes, int at, int stored) {
        RunningChecksum sum = new RunningChecksum();
        sum.update(bytes, at, CRC_AT);
        sum.update(bytes, at + HEAD_BYTES, stored);
        return sum.value();
    }

    /** Reads the block that stands here. */
    static RunBlock read(RunWindow file, long at) {
        byte[] head = file.read(at, HEAD_BYTES);
        ByteReader in = new ByteReader(file.name(), at, head, 0, head.length);
        int rawLength = (int) in.inRange("raw length", in.u32("raw length"), 0, RAW_BYTES_MAX);
        int stored = (int) in.inRange(
                "stored length", in.u32("stored length"), 0, Math.min(file.to() - at - HEAD_BYTES, 2L * RAW_BYTES_MAX));
        int crc = in.u32("checksum of a block");
        byte[] whole = file.read(at, HEAD_BYTES + stored);
        ByteReader body = new ByteReader(file.name(), at, whole, 0, whole.length);
        body.skip("head of a block", HEAD_BYTES);
        if (crc(whole, 0, stored) != crc) {
            throw body.refuse("checksum of a block", "one that matches", "another");
        }
        return new RunBlock(Lz4.decompress(body, stored, rawLength), at + whole.length, crc);
    }
}
