package io.pfs.server.journal;

import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.format.Checksum;
import io.pfs.format.FileHeader;
import io.pfs.format.FileKind;
import java.util.Arrays;

/**
 * What stands behind a file's header: where the file before it ends. Layout: see the package.
 *
 * @param header the header before it, which its checksum covers too
 * @param previousId the file before this one, 0 if there is none
 * @param previousEnd where that one's records end, whatever it holds behind
 * @param forcedTo end of the batches that were carried over; forced before the file got its name
 * @param checksum of header and head; the first batch is chained to it
 */
record JournalHead(FileHeader header, long previousId, long previousEnd, long forcedTo, int checksum) {
    /** Where the first batch begins. */
    static final int END = FileHeader.BYTES + 64;

    private static final int MAGIC = 0xE1_53_46_50;
    private static final int CRC_AT = END - 4;
    private static final int ZEROS_AT = FileHeader.BYTES + 32;

    /** Writes header and head; returns the checksum. */
    static int encode(ByteWriter out, FileHeader header, long previousId, long previousEnd, long forcedTo) {
        int start = out.length();
        header.encode(out);
        out.u32(MAGIC).u32(0).u64(previousId).u64(previousEnd).u64(forcedTo);
        out.gap(28);
        int checksum = Checksum.of(out.array(), start, CRC_AT);
        out.u32(checksum);
        return checksum;
    }

    /** Turns back the bit that makes a head of these bytes, if it is one, and what must be zero is. */
    static boolean mend(byte[] bytes) {
        int stored = new ByteReader("", 0, bytes, CRC_AT, END).u32("checksum of the head");
        int difference = Checksum.of(bytes, 0, CRC_AT) ^ stored;
        long bit = OneBit.find(bytes, 0, CRC_AT, stored);
        if (bit != OneBit.NONE) {
            OneBit.turn(bytes, 0, bit);
        } else if (Integer.bitCount(difference) == 1) {
            OneBit.turn(bytes, CRC_AT, Integer.numberOfTrailingZeros(difference)); // it is in the checksum
        } else {
            return false;
        }
        return Arrays.equals(bytes, ZEROS_AT, CRC_AT, new byte[CRC_AT - ZEROS_AT], 0, CRC_AT - ZEROS_AT);
    }

    static JournalHead decode(ByteReader in, Checksum checksum) {
        int start = in.index();
        FileHeader header = FileHeader.decode(in, FileKind.JOURNAL);
        int magic = in.u32("magic of the head");
        in.u32("reserved");
        long previousId = in.u64("previous file");
        long previousEnd = in.u64("end of the previous file");
        long forcedTo = in.u64("end of what was carried over");
        in.skip("reserved", 28);
        int stored = in.u32("checksum of the head");
        if (!checksum.matches(in.array(), start, CRC_AT, stored)) {
            throw in.refuse("checksum of the head", "that of its bytes", Integer.toHexString(stored));
        }
        if (magic != MAGIC) {
            throw in.refuse("magic of the head", Integer.toHexString(MAGIC), Integer.toHexString(magic));
        }
        in.inRange("file id", header.fileId(), 1, Long.MAX_VALUE);
        in.inRange("previous file", previousId, 0, header.fileId() - 1);
        in.inRange("end of the previous file", previousEnd, previousId == 0 ? 0 : END, Long.MAX_VALUE);
        in.inRange("end of what was carried over", forcedTo, END, Long.MAX_VALUE);
        return new JournalHead(header, previousId, previousEnd, forcedTo, stored);
    }
}
