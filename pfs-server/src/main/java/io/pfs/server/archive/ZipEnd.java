package io.pfs.server.archive;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.format.Refusals;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * What the end of a zip says of its directory.
 *
 * @param directory where in the file it begins
 * @param directoryEnd where it ends
 * @param entries how many it has, as it says
 * @param shift how much stands before the zip in this file: offsets in it don't count that
 */
record ZipEnd(long directory, long directoryEnd, long entries, long shift) {
    static final int MAGIC = 0x06054b50;
    static final int BYTES = 22;
    static final int LOCATOR_MAGIC = 0x07064b50;
    static final int LOCATOR_BYTES = 20;
    static final int LARGE_MAGIC = 0x06064b50;
    static final int LARGE_BYTES = 56;
    /** Stands where a number is too large: the real one is in the large form. */
    static final long LARGE = 0xffff_ffffL;

    static final int LARGE_COUNT = 0xffff;
    private static final int COMMENT_BYTES_MAX = 0xffff;

    static ZipEnd find(String archive, FileChannel file) throws IOException {
        long fileBytes = file.size();
        int tailBytes = (int) Math.min(fileBytes, BYTES + COMMENT_BYTES_MAX);
        byte[] tail = read(file, fileBytes - tailBytes, tailBytes);
        for (int at = tailBytes - BYTES; at >= 0; at--) {
            if (isEnd(tail, at)) {
                return parse(archive, file, fileBytes - tailBytes + at, tail, at);
            }
        }
        throw new PfsException(
                ErrorCode.CORRUPT,
                archive + " is cut off or damaged: no directory of a zip ends in the last " + tailBytes
                        + " of its bytes, so nothing of it was read; zip -FF can make a whole one of what is left");
    }

    /** The magic may stand anywhere in the data; the length of the comment must lead to the end, too. */
    private static boolean isEnd(byte[] tail, int at) {
        ByteReader reader = new ByteReader("", 0, tail, at, tail.length);
        if (reader.u32("magic") != MAGIC) {
            return false;
        }
        reader.skip("the rest", BYTES - 6);
        return reader.u16("comment length") == reader.remaining();
    }

    private static ZipEnd parse(String archive, FileChannel file, long offset, byte[] tail, int at) throws IOException {
        ByteReader reader = new ByteReader(archive, offset, tail, at, at + BYTES);
        reader.u32("magic");
        int disk = reader.u16("disk");
        int directoryDisk = reader.u16("disk of the directory");
        reader.u16("entries on this disk");
        long entries = reader.u16("entries");
        long bytes = reader.u32("bytes of the directory") & LARGE;
        long begin = reader.u32("offset of the directory") & LARGE;
        long locator = offset - LOCATOR_BYTES;
        if (locator >= 0 && isLocator(archive, file, locator)) {
            return parseLarge(archive, file, locator);
        }
        if (disk != 0 || directoryDisk != 0) {
            throw split(archive);
        }
        return placed(archive, offset, entries, bytes, begin);
    }

    private static boolean isLocator(String archive, FileChannel file, long at) throws IOException {
        return new ByteReader(archive, read(file, at, LOCATOR_BYTES)).u32("magic") == LOCATOR_MAGIC;
    }

    /** Writers may use the large form where they need not, so its locator counts, not the numbers of the small one. */
    private static ZipEnd parseLarge(String archive, FileChannel file, long locator) throws IOException {
        long offset = largeAt(archive, file, locator);
        ByteReader reader = new ByteReader(archive, offset, read(file, offset, LARGE_BYTES), 0, LARGE_BYTES);
        reader.u32("magic");
        reader.skip("length and versions", 12);
        if (reader.u32("disk") != 0 || reader.u32("disk of the directory") != 0) {
            throw split(archive);
        }
        reader.u64("entries on this disk");
        long entries = reader.u64("entries");
        long bytes = reader.u64("bytes of the directory");
        return placed(archive, offset, entries, bytes, reader.u64("offset of the directory"));
    }

    /** Right before its locator, unless it holds more than anybody reads; then the locator says where. */
    private static long largeAt(String archive, FileChannel file, long locator) throws IOException {
        ByteReader reader = new ByteReader(archive, locator, read(file, locator, LOCATOR_BYTES), 0, LOCATOR_BYTES);
        reader.skip("magic and disk", 8);
        long said = reader.u64("offset of the large end");
        for (long at : new long[] {locator - LARGE_BYTES, said}) {
            if (at >= 0
                    && at <= locator - LARGE_BYTES
                    && new ByteReader(archive, read(file, at, LARGE_BYTES)).u32("magic") == LARGE_MAGIC) {
                return at;
            }
        }
        throw Refusals.corrupt(archive, locator, "the large end", "before it or at " + said, "something else");
    }

    /** The directory ends where the end begins; what it says of its place only tells what stands before the zip. */
    private static ZipEnd placed(String archive, long end, long entries, long bytes, long begin) {
        if (bytes < 0 || bytes > end || begin < 0 || begin > end - bytes) {
            throw Refusals.corrupt(
                    archive,
                    end,
                    "the place of the directory",
                    "in the " + end + " bytes before",
                    bytes + " bytes at " + begin);
        }
        return new ZipEnd(end - bytes, end, entries, end - bytes - begin);
    }

    private static PfsException split(String archive) {
        return new PfsException(
                ErrorCode.NOT_SUPPORTED, archive + " is one of several parts; join them first (zip -s 0)");
    }

    static byte[] read(FileChannel file, long at, int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(length);
        while (buffer.hasRemaining() && file.read(buffer, at + buffer.position()) > 0) {
            // goes on until full, or until a file that shrank ends
        }
        return buffer.array();
    }
}
