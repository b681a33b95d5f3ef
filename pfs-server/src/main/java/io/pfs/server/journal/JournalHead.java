package io.pfs.server.journal;

import io.pfs.PfsException;
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
 * @param isOfVersion1 whether records bear the same kind of checksum as batches
 * @param checksum of header and head; the first batch is chained to it
 */
record JournalHead(
        FileHeader header, long previousId, long previousEnd, long forcedTo, int checksum, boolean isOfVersion1) {
    /** Where the first batch begins. */
    static final int END = FileHeader.BYTES + 64;

    private static final int MAGIC = 0xE1_53_46_50;
    /** In place of zero in version 1. */
    private static final int RECORD_SUMS = 1;

    private static final int CRC_AT = END - 4;
    private static final int ZEROS_AT = FileHeader.BYTES + 32;

    /** The same, if the file is of version 1. */
    JournalHead asOfVersion1() {
        return new JournalHead(header, previousId, previousEnd, forcedTo, checksum, true);
    }

    /** Writes header and head. */
    static JournalHead write(ByteWriter out, FileHeader header, long previousId, long previousEnd, long forcedTo) {
        int start = out.length();
        header.encode(out);
        out.u32(MAGIC).u32(RECORD_SUMS).u64(previousId).u64(previousEnd).u64(forcedTo);
        out.gap(28);
        int checksum = Checksum.of(out.array(), start, CRC_AT);
        out.u32(checksum);
        return new JournalHead(header, previousId, previousEnd, forcedTo, checksum, false);
    }

    /** Changes one byte back, if that makes a head of these. */
    static boolean mend(byte[] bytes) {
        int stored = new ByteReader("", 0, bytes, CRC_AT, END).u32("checksum of the head");
        return SmallDamage.mend(bytes, 0, CRC_AT, stored, 1, () -> isWhole(bytes)) || isChecksumMended(bytes, stored);
    }

    private static boolean isChecksumMended(byte[] bytes, int stored) {
        int difference = Checksum.of(bytes, 0, CRC_AT) ^ stored;
        for (int i = 0; i < Integer.BYTES; i++) {
            int ofByte = difference & (0xff << (i * Byte.SIZE));
            if (ofByte == difference) {
                bytes[CRC_AT + i] ^= (byte) (difference >>> (i * Byte.SIZE));
                return isWhole(bytes);
            }
        }
        return false;
    }

    private static boolean isWhole(byte[] bytes) {
        try {
            decode(new ByteReader("", 0, bytes, 0, END), Checksum.CRC32C);
            return Arrays.equals(bytes, ZEROS_AT, CRC_AT, new byte[CRC_AT - ZEROS_AT], 0, CRC_AT - ZEROS_AT);
        } catch (PfsException damage) {
            return false;
        }
    }

    static JournalHead decode(ByteReader in, Checksum checksum) {
        int start = in.index();
        FileHeader header = FileHeader.decode(in, FileKind.JOURNAL);
        int magic = in.u32("magic of the head");
        long recordSums =
                in.inRange("kind of the records' checksums", in.u32("kind of the records' checksums"), 0, RECORD_SUMS);
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
        return new JournalHead(header, previousId, previousEnd, forcedTo, stored, recordSums == 0);
    }
}
