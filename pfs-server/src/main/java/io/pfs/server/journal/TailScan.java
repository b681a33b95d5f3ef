package io.pfs.server.journal;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.disk.DiskFile;
import io.pfs.format.ByteReader;
import io.pfs.format.Checksum;
import io.pfs.format.FileHeader;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * What whole batch headers of a file stand behind the first batch that isn't whole.
 *
 * @param knownForced the highest position that one of them knew to be forced, 0 if there is none
 * @param end where the last of them would end, the start of the scan if there is none
 * @param first where the first of them stands, {@link #NONE} if there is none
 */
record TailScan(long knownForced, long end, long first) {
    static final long NONE = -1;

    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int CHUNK_BYTES = 1 << 16;

    static TailScan of(DiskFile file, String path, Checksum checksum, FileHeader header, long from) {
        TailScan found = new TailScan(0, from, NONE);
        byte[] chunk = new byte[CHUNK_BYTES + BatchHeader.BYTES];
        for (long at = from; ; at += CHUNK_BYTES) {
            int length = file.read(ByteBuffer.wrap(chunk), at);
            int last = Math.min(CHUNK_BYTES, length - BatchHeader.BYTES + 1);
            for (int i = 0; i < last; i += BatchHeader.ALIGNMENT) {
                // the file id also tells what an earlier use of the space left here
                if ((int) INT.get(chunk, i) == BatchHeader.MAGIC
                        && (long) LONG.get(chunk, i + 8) == header.fileId()
                        && (long) LONG.get(chunk, i + 16) == header.owner()) {
                    found = found.and(new ByteReader(path, at + i, chunk, i, i + BatchHeader.BYTES), checksum, header);
                }
            }
            if (length < chunk.length) {
                return found;
            }
        }
    }

    private TailScan and(ByteReader in, Checksum checksum, FileHeader file) {
        long offset = in.offset();
        try {
            BatchHeader header = BatchHeader.decode(in, checksum, file.fileId(), file.owner());
            return new TailScan(
                    Math.max(knownForced, header.forced()),
                    Math.max(end, offset + header.length()),
                    first == NONE ? offset : first);
        } catch (PfsException e) {
            if (e.code() != ErrorCode.CORRUPT) {
                throw e;
            }
            // bytes that only begin like a header prove nothing
            return this;
        }
    }
}
