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
import java.util.OptionalLong;

/**
 * What whole batch headers of a file stand behind the first batch that isn't whole.
 *
 * @param knownForced the highest position that one of them knew to be forced, 0 if there is none
 * @param end where the last of them would end, the start of the scan if there is none
 */
record TailScan(long knownForced, long end) {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int CHUNK_BYTES = 1 << 16;

    /** Sees one header after the other; false to see no more. */
    @FunctionalInterface
    private interface Sight {
        boolean see(long offset, BatchHeader header);
    }

    /** Looks at everything from here to the end of the file. */
    static TailScan of(DiskFile file, String path, Checksum checksum, FileHeader header, long from) {
        TailScan[] found = {new TailScan(0, from)};
        look(file, path, checksum, header, from, (offset, seen) -> {
            found[0] = found[0].and(offset, seen);
            return true;
        });
        return found[0];
    }

    /** Where the first of them stands. */
    static OptionalLong first(DiskFile file, String path, Checksum checksum, FileHeader header, long from) {
        OptionalLong[] found = {OptionalLong.empty()};
        look(file, path, checksum, header, from, (offset, seen) -> {
            found[0] = OptionalLong.of(offset);
            return false;
        });
        return found[0];
    }

    private TailScan and(long offset, BatchHeader header) {
        return new TailScan(Math.max(knownForced, header.forced()), Math.max(end, offset + header.length()));
    }

    private static void look(DiskFile file, String path, Checksum checksum, FileHeader header, long from, Sight sight) {
        byte[] chunk = new byte[CHUNK_BYTES + BatchHeader.BYTES];
        boolean goesOn = true;
        for (long at = from; goesOn; at += CHUNK_BYTES) {
            int length = file.read(ByteBuffer.wrap(chunk), at);
            int last = Math.min(CHUNK_BYTES, length - BatchHeader.BYTES + 1);
            for (int i = 0; goesOn && i < last; i += BatchHeader.ALIGNMENT) {
                // the file id also tells what an earlier use of the space left here
                if ((int) INT.get(chunk, i) == BatchHeader.MAGIC
                        && (long) LONG.get(chunk, i + 8) == header.fileId()
                        && (long) LONG.get(chunk, i + 16) == header.owner()) {
                    ByteReader in = new ByteReader(path, at + i, chunk, i, i + BatchHeader.BYTES);
                    goesOn = show(in, checksum, header, sight);
                }
            }
            goesOn &= length == chunk.length;
        }
    }

    private static boolean show(ByteReader in, Checksum checksum, FileHeader file, Sight sight) {
        long offset = in.offset();
        BatchHeader header;
        try {
            header = BatchHeader.decode(in, checksum, file.fileId(), file.owner());
        } catch (PfsException e) {
            if (e.code() != ErrorCode.CORRUPT) {
                throw e;
            }
            return true; // bytes that only begin like a header prove nothing
        }
        return sight.see(offset, header);
    }
}
