package io.pfs.server.journal;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.disk.DiskFile;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.format.Checksum;
import io.pfs.format.FileFooter;
import io.pfs.format.FileKind;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The last bytes of a file that was ended in good order. Layout: see the package.
 *
 * @param end where the batches end
 */
record JournalFooter(long end, ShardRanges ranges) {
    /** What follows the ranges. */
    private static final int FIXED_BYTES = 24 + FileFooter.BYTES;

    private static final int BYTES_MAX = Limits.SHARDS_MAX * ShardRanges.ENTRY_BYTES + FIXED_BYTES;

    int length() {
        return ranges.count() * ShardRanges.ENTRY_BYTES + FIXED_BYTES;
    }

    /** The footer as it stands at an offset, which must leave no byte behind it. */
    ByteBuffer encode(long fileId, long offset) {
        return ByteBuffer.wrap(bytes(fileId, offset));
    }

    byte[] bytes(long fileId, long offset) {
        ByteWriter out = new ByteWriter(length());
        ranges.encode(out);
        // the id here keeps the ranges of an earlier file in this space from passing for ours
        out.u64(end).u64(fileId).u32(ranges.count());
        out.u32(Checksum.of(out.array(), 0, out.length()));
        new FileFooter(FileKind.JOURNAL, fileId, offset + out.length()).encode(out);
        return out.toBytes();
    }

    /** The footer of a file, if there is a whole one of this file: a torn one, or an older file's, is none. */
    static Optional<JournalFooter> read(DiskFile file, String path, Checksum checksum, long fileId) {
        long size = file.size();
        byte[] bytes = new byte[(int) Math.min(Math.max(0, size - JournalHead.END), BYTES_MAX)];
        if (bytes.length < FIXED_BYTES) {
            return Optional.empty();
        }
        long offset = size - bytes.length;
        int read = file.read(ByteBuffer.wrap(bytes), offset);
        if (read < bytes.length || !FileFooter.startsAt(bytes, bytes.length - FileFooter.BYTES)) {
            return Optional.empty();
        }
        try {
            return decode(path, offset, bytes, checksum, fileId);
        } catch (PfsException e) {
            if (e.code() != ErrorCode.CORRUPT) {
                throw e;
            }
            // what the batches say decides
            return Optional.empty();
        }
    }

    private static Optional<JournalFooter> decode(
            String path, long offset, byte[] bytes, Checksum checksum, long fileId) {
        int fixedAt = bytes.length - FIXED_BYTES;
        ByteReader in = new ByteReader(path, offset + fixedAt, bytes, fixedAt, bytes.length);
        long end = in.u64("end of the batches");
        in.inRange("file id in footer", in.u64("file id in footer"), fileId, fileId);
        long count = in.inRange("shards", in.u32("shards"), 0, fixedAt / ShardRanges.ENTRY_BYTES);
        int stored = in.u32("checksum of the ranges");
        long sealedId = FileFooter.decode(in, FileKind.JOURNAL).fileId();
        in.inRange("file id in footer", sealedId, fileId, fileId);
        int rangesAt = fixedAt - (int) count * ShardRanges.ENTRY_BYTES;
        if (!checksum.matches(bytes, rangesAt, fixedAt + 20 - rangesAt, stored)) {
            throw in.refuse("checksum of the ranges", "that of their bytes", Integer.toHexString(stored));
        }
        in.inRange("end of the batches", end, JournalHead.END, offset + rangesAt);
        ByteReader ranges = new ByteReader(path, offset + rangesAt, bytes, rangesAt, fixedAt);
        return Optional.of(new JournalFooter(end, ShardRanges.decode(ranges, (int) count)));
    }
}
