package io.pfs.server.archive;

import io.pfs.format.ByteReader;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.ZoneId;

/**
 * One header of a zip's directory.
 *
 * @param offset where in the file this header stands
 * @param rawName as it stands there, and again before the data
 * @param name what it means: the same, unless there is a Unicode name beside it
 * @param unixMode type and permissions, as Unix has them; 0 if they are unknown
 * @param at where the data's own header is, counted from the beginning of the zip
 */
record ZipMember(
        long offset,
        byte[] rawName,
        byte[] name,
        int flags,
        int method,
        long mtimeMillis,
        int crc,
        long packedBytes,
        long bytes,
        int unixMode,
        long at) {

    static final int MAGIC = 0x02014b50;
    static final int FIXED_BYTES = 46;
    static final int STORED = 0;
    static final int DEFLATED = 8;
    static final int FLAG_ENCRYPTED = 1;
    static final int FLAG_UTF8 = 1 << 11;
    static final int MADE_BY_UNIX = 3;
    static final int UNIX_TYPE = 0_170000;
    static final int UNIX_SYMLINK = 0_120000;
    static final int UNIX_FILE = 0_100000;
    static final int UNIX_DIRECTORY = 0_040000;

    private static final int FILE_MODE = 0_644;
    private static final int DIRECTORY_MODE = 0_755;
    static final int FIRST_YEAR = 1980;

    /** Reads the next header, which must be whole. */
    static ZipMember read(String archive, FileStretch directory) throws IOException {
        long offset = directory.offset();
        ByteReader in = next(archive, directory, FIXED_BYTES);
        if (in.u32("magic") != MAGIC) {
            throw new ByteReader(archive, offset, new byte[0], 0, 0)
                    .refuse("a header of the directory", "its magic", "something else");
        }
        in.u8("version made by");
        boolean unix = in.u8("system made on") == MADE_BY_UNIX;
        in.u16("version needed");
        int flags = in.u16("flags");
        int method = in.u16("method");
        int time = in.u16("time");
        int date = in.u16("date");
        int crc = in.u32("checksum");
        long packedBytes = in.u32("packed size") & ZipEnd.LARGE;
        long bytes = in.u32("size") & ZipEnd.LARGE;
        int nameBytes = in.u16("length of the name");
        int extraBytes = in.u16("length of the extra fields");
        int commentBytes = in.u16("length of the comment");
        in.skip("disk and internal attributes", 4);
        int unixMode = unix ? in.u32("external attributes") >>> 16 : in.u32("external attributes") & 0;
        ZipExtras extras = new ZipExtras(bytes, packedBytes, in.u32("offset") & ZipEnd.LARGE);
        byte[] rawName = next(archive, directory, nameBytes).bytes("name", nameBytes);
        extras.read(next(archive, directory, extraBytes), rawName);
        next(archive, directory, commentBytes);
        return new ZipMember(
                offset,
                rawName,
                extras.name().orElse(rawName),
                flags,
                method,
                extras.mtimeMillis().orElseGet(() -> localTime(date, time)),
                crc,
                extras.packedBytes(),
                extras.bytes(),
                unixMode,
                extras.at());
    }

    /** The next bytes, or what there is of them: the reader then says what is missing. */
    private static ByteReader next(String archive, FileStretch directory, int count) throws IOException {
        long offset = directory.offset();
        byte[] bytes = directory.readNBytes(count);
        ByteReader in = new ByteReader(archive, offset, bytes, 0, bytes.length);
        if (bytes.length < count) {
            throw in.refuse("the directory", count + " more bytes", "only " + bytes.length);
        }
        return in;
    }

    /** MS-DOS wrote down what its clock showed, and nobody what its time zone was. */
    private static long localTime(int date, int time) {
        try {
            return LocalDateTime.of(
                            FIRST_YEAR + (date >> 9),
                            (date >> 5) & 0xf,
                            date & 0x1f,
                            time >> 11,
                            (time >> 5) & 0x3f,
                            (time & 0x1f) * 2)
                    .atZone(ZoneId.systemDefault())
                    .toInstant()
                    .toEpochMilli();
        } catch (DateTimeException e) {
            return 0; // many writers leave it empty
        }
    }

    EntryKind kind() {
        if ((name.length > 0 && name[name.length - 1] == '/') || (unixMode & UNIX_TYPE) == UNIX_DIRECTORY) {
            return EntryKind.DIRECTORY;
        }
        if ((flags & FLAG_ENCRYPTED) != 0) {
            return EntryKind.ENCRYPTED;
        }
        if (method != STORED && method != DEFLATED) {
            return EntryKind.UNKNOWN_METHOD;
        }
        return switch (unixMode & UNIX_TYPE) {
            case 0, UNIX_FILE -> EntryKind.FILE;
            case UNIX_SYMLINK -> EntryKind.SYMLINK;
            default -> EntryKind.DEVICE;
        };
    }

    int mode() {
        return unixMode != 0 ? unixMode : kind() == EntryKind.DIRECTORY ? DIRECTORY_MODE : FILE_MODE;
    }
}
