package io.pfs.server.boost;

import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.format.Checksum;

/**
 * The head of a section: how long its body is, and that both are whole and stand behind what they should.
 *
 * @param chain checksum of what stands before: the head of the section before, or the file's header
 * @param crc of this head
 */
record SectionFrame(int length, int bodyCrc, int chain, int crc) {
    static final int BYTES = 20;
    static final int BODY_BYTES_MAX = 1 << 30;

    private static final int MAGIC = 0xB0_53_46_50;
    private static final int CHAIN_AT = 12;
    private static final int CRC_AT = 16;

    /** Writes the head at a gap that was left before its body; returns its checksum. */
    static int close(ByteWriter out, int at, int chain) {
        int bodyAt = at + BYTES;
        int length = out.length() - bodyAt;
        out.setU32(at, MAGIC);
        out.setU32(at + 4, length);
        out.setU32(at + 8, Checksum.of(out.array(), bodyAt, length));
        out.setU32(at + 12, chain);
        int crc = Checksum.of(out.array(), at, CRC_AT);
        out.setU32(at + CRC_AT, crc);
        return crc;
    }

    /** Whether a whole head stands here, whatever stood before it. */
    static boolean standsAt(byte[] bytes, int at) {
        ByteReader in = new ByteReader("", 0, bytes, at, at + BYTES);
        return in.u32("magic") == MAGIC
                && Checksum.of(bytes, at, CRC_AT)
                        == new ByteReader("", 0, bytes, at + CRC_AT, at + BYTES).u32("checksum");
    }

    /** What the head that stands here says stood before it. */
    static int chainOf(byte[] bytes, int at) {
        return new ByteReader("", 0, bytes, at + CHAIN_AT, at + CRC_AT).u32("chain of a section");
    }

    /** Reads a head that must stand behind what has this checksum. */
    static SectionFrame decode(ByteReader in, int chain) {
        int start = in.index();
        in.inRange("magic of a section", in.u32("magic of a section"), MAGIC, MAGIC);
        int length = in.u32("length of a section");
        int bodyCrc = in.u32("checksum of a section");
        int before = in.u32("chain of a section");
        int computed = Checksum.of(in.array(), start, CRC_AT);
        int crc = in.u32("checksum of a section's head");
        in.inRange("checksum of a section's head", crc, computed, computed);
        in.inRange("chain of a section", before, chain, chain);
        in.inRange("length of a section", length, 0, BODY_BYTES_MAX);
        return new SectionFrame(length, bodyCrc, before, crc);
    }
}
