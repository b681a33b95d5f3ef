package io.pfs.server.journal;

import io.pfs.Limits;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.format.Checksum;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * What stands before the records of a batch. Layout: see the package.
 *
 * @param fileId the file it was written to, since the space of old files is used again
 * @param owner the incarnation that wrote it
 * @param number counts the batches of the file
 * @param forced the position in the file that was known to be forced when this was written
 * @param length bytes of the batch, header and padding included
 * @param chain checksum of the header before this one, or of the file's head
 * @param body checksum of all that follows the header
 */
record BatchHeader(long fileId, long owner, long number, long forced, int length, int records, int chain, int body) {
    static final int BYTES = 56;
    /** Batches begin at multiples of this, counted from the start of the file. */
    static final int ALIGNMENT = 8;

    static final int MAGIC = 0xBA_53_46_50;

    /** Whatever limits the writer had: its largest batch, and one record that is larger than that. */
    static final long LENGTH_MAX = (64L << 20) + Limits.JOURNAL_RECORD_BYTES_MAX + 256;

    private static final int CRC_AT = 4;
    private static final int CRC_FROM = 8;

    /** Writes the header into the gap that was left for it at the start; returns its checksum. */
    int encode(ByteWriter out) {
        out.setU32(0, MAGIC);
        out.setU64(8, fileId);
        out.setU64(16, owner);
        out.setU64(24, number);
        out.setU64(32, forced);
        out.setU32(40, length);
        out.setU32(44, records);
        out.setU32(48, chain);
        out.setU32(52, body);
        int checksum = Checksum.of(out.array(), CRC_FROM, BYTES - CRC_FROM);
        out.setU32(CRC_AT, checksum);
        return checksum;
    }

    /** The checksum that stands in the header that begins here. */
    static int checksumAt(byte[] bytes, int at) {
        return new ByteReader("", 0, bytes, at + CRC_AT, at + CRC_FROM).u32("header checksum");
    }

    /** Reads a header that must be whole and of this file. */
    static BatchHeader decode(ByteReader in, Checksum checksum, long fileId, long owner) {
        int start = in.index();
        long offset = in.offset();
        int magic = in.u32("magic of a batch");
        if (magic != MAGIC) {
            throw in.refuse("magic of a batch", Integer.toHexString(MAGIC), Integer.toHexString(magic));
        }
        int stored = in.u32("header checksum");
        BatchHeader header = new BatchHeader(
                in.inRange("file id in a batch", in.u64("file id in a batch"), fileId, fileId),
                in.inRange("owner in a batch", in.u64("owner in a batch"), owner, owner),
                in.u64("number of a batch"),
                in.u64("forced position"),
                in.u32("length of a batch"),
                in.u32("records of a batch"),
                in.u32("chain"),
                in.u32("body checksum"));
        if (!checksum.matches(in.array(), start + CRC_FROM, BYTES - CRC_FROM, stored)) {
            throw in.refuse("header checksum", "that of its bytes", Integer.toHexString(stored));
        }
        in.inRange("forced position", header.forced, JournalHead.END, offset);
        in.inRange("length of a batch", header.length, BYTES, LENGTH_MAX);
        in.inRange("length of a batch", header.length % ALIGNMENT, 0, 0);
        in.inRange("records of a batch", header.records, 1, header.length / RecordCursor.HEADER_BYTES);
        return header;
    }

    /** Whether these bytes begin as a batch does. */
    static boolean isBegunBy(byte[] bytes) {
        return bytes.length >= Integer.BYTES
                && ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt() == MAGIC;
    }
}
