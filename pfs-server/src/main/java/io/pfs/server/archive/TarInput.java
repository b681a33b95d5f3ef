package io.pfs.server.archive;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.format.Refusals;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.zip.ZipException;

/**
 * The bytes of a tar in order, with their offsets. Once they fail they stay failed, so that what is behind the damage is
 * never taken for what follows it.
 */
final class TarInput {
    /** No file system holds more; it keeps sums of sizes far from overflowing. */
    static final long ENTRY_BYTES_MAX = 1L << 60;

    private final String archive;
    private final InputStream in;
    private long offset;
    private Optional<PfsException> broken = Optional.empty();

    TarInput(String archive, InputStream in) {
        this.archive = archive;
        this.in = in;
    }

    String archive() {
        return archive;
    }

    long offset() {
        return offset;
    }

    /** Reads up to {@code length} bytes; -1 at the end. */
    int read(byte[] target, int at, int length) {
        broken.ifPresent(e -> {
            throw new PfsException(e.code(), "still unreadable: " + e.detail(), e);
        });
        try {
            int read = in.read(target, at, length);
            offset += Math.max(read, 0);
            return read;
        } catch (ZipException | EOFException e) {
            throw breaks(new PfsException(
                    ErrorCode.CORRUPT,
                    archive + " is damaged or cut off behind byte " + offset + " of what it unpacks to: "
                            + e.getMessage(),
                    e));
        } catch (IOException e) {
            throw breaks(FileFailures.of("read", archive + " at offset " + offset, e));
        }
    }

    /** Fills the block; says {@code false} if the archive ends right here. */
    boolean tryBlock(byte[] block) {
        int filled = 0;
        while (filled < block.length) {
            int read = read(block, filled, block.length - filled);
            if (read < 0 && filled == 0) {
                return false;
            }
            if (read < 0) {
                throw cut("a block of " + block.length + " bytes", "only " + filled);
            }
            filled += read;
        }
        return true;
    }

    byte[] bytes(String what, int count) {
        byte[] bytes = new byte[count];
        if (count > 0 && !tryBlock(bytes)) {
            throw cut(what + " of " + count + " bytes", "the end");
        }
        return bytes;
    }

    /** Passes over bytes that must be there; a file only says so of one that is read. */
    void skip(long count) {
        long left = count;
        byte[] one = new byte[1];
        while (left > 0) {
            left -= left > 1 ? seek(left - 1) : 0;
            if (read(one, 0, 1) < 0) {
                throw cut(count + " bytes of an entry", "the end before the last " + left);
            }
            left--;
        }
    }

    private long seek(long count) {
        try {
            long skipped = broken.isPresent() ? 0 : in.skip(count);
            offset += skipped;
            return skipped;
        } catch (ZipException | EOFException e) {
            return 0; // reading will say so, too
        } catch (IOException e) {
            throw breaks(FileFailures.of("read", archive + " at offset " + offset, e));
        }
    }

    /** Reads what stands behind the end of a tar: only then has a compressed one checked its checksum. */
    void drain() {
        byte[] rest = new byte[1 << 13];
        while (read(rest, 0, rest.length) >= 0) {
            // nobody wants it
        }
    }

    PfsException cut(String expected, String found) {
        return breaks(Refusals.corrupt(archive, offset, "the archive is cut off; here", expected, found));
    }

    PfsException refuse(String what, String expected, String found) {
        return breaks(Refusals.corrupt(archive, offset, what, expected, found));
    }

    private PfsException breaks(PfsException e) {
        broken = Optional.of(e);
        return e;
    }
}
