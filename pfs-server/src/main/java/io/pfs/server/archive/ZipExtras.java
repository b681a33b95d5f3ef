package io.pfs.server.archive;

import io.pfs.format.ByteReader;
import java.util.Optional;
import java.util.zip.CRC32;

/** What stands beside a name in a zip's directory: large numbers, times, names in Unicode. */
final class ZipExtras {
    static final int LARGE = 0x0001;
    static final int TIME = 0x5455;
    static final int UNICODE_PATH = 0x7075;

    private static final int HAS_MTIME = 1;
    private static final int HEAD_BYTES = 4;

    private long bytes;
    private long packedBytes;
    private long at;
    private Optional<Long> mtimeMillis = Optional.empty();
    private Optional<byte[]> name = Optional.empty();

    /** Begins with what the header says, which a large form replaces where the header has no room. */
    ZipExtras(long bytes, long packedBytes, long at) {
        this.bytes = bytes;
        this.packedBytes = packedBytes;
        this.at = at;
    }

    void read(ByteReader extras, byte[] rawName) {
        while (extras.remaining() >= HEAD_BYTES) {
            int kind = extras.u16("kind of an extra field");
            int length = extras.u16("length of an extra field");
            int begin = extras.skip("an extra field", length);
            long offset = extras.offset() - length;
            ByteReader field = new ByteReader(extras.file(), offset, extras.array(), begin, begin + length);
            switch (kind) {
                case LARGE -> large(field);
                case TIME -> time(field);
                case UNICODE_PATH -> unicodePath(field, rawName);
                default -> {} // owners, other times, what a tool remembers for itself
            }
        }
    }

    private void large(ByteReader field) {
        bytes = bytes == ZipEnd.LARGE ? field.u64("large size") : bytes;
        packedBytes = packedBytes == ZipEnd.LARGE ? field.u64("large packed size") : packedBytes;
        at = at == ZipEnd.LARGE ? field.u64("large offset") : at;
    }

    private void time(ByteReader field) {
        if (field.remaining() >= 5 && (field.u8("which times") & HAS_MTIME) != 0) {
            mtimeMillis = Optional.of(field.u32("mtime") * 1000L);
        }
    }

    /** It counts only while the name that it was made for is still there. */
    private void unicodePath(ByteReader field, byte[] rawName) {
        if (field.remaining() > 5 && field.u8("version") == 1) {
            CRC32 crc = new CRC32();
            crc.update(rawName);
            if (field.u32("checksum of the name") == (int) crc.getValue()) {
                name = Optional.of(field.bytes("name", field.remaining()));
            }
        }
    }

    long bytes() {
        return bytes;
    }

    long packedBytes() {
        return packedBytes;
    }

    long at() {
        return at;
    }

    Optional<Long> mtimeMillis() {
        return mtimeMillis;
    }

    Optional<byte[]> name() {
        return name;
    }
}
