package io.pfs.hadoop.fs;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32C;
import org.apache.hadoop.fs.CompositeCrcFileChecksum;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.util.DataChecksum;

/**
 * The checksum of a file's bytes, which is the same for the same bytes in each file system that knows this kind: how they are
 * divided into blocks makes no difference to it.
 */
final class Checksums {
    /** Part of what its bytes mean elsewhere, of the value itself it is not. */
    private static final int BYTES_PER_SUM = 512;

    private static final int BUFFER_BYTES = 64 << 10;

    private Checksums() {}

    /** Reads so much of a stream, or all of it if there is less. */
    static FileChecksum of(InputStream bytes, long length) throws IOException {
        CRC32C sum = new CRC32C();
        byte[] buffer = new byte[BUFFER_BYTES];
        long left = length;
        while (left > 0) {
            int read = bytes.read(buffer, 0, (int) Math.min(buffer.length, left));
            if (read < 0) {
                break;
            }
            sum.update(buffer, 0, read);
            left -= read;
        }
        return new CompositeCrcFileChecksum((int) sum.getValue(), DataChecksum.Type.CRC32C, BYTES_PER_SUM);
    }
}
