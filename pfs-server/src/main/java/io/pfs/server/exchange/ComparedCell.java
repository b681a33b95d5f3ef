package io.pfs.server.exchange;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.server.archive.ArchiveWriter.Content;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * A large content that is compared with the cell that is there. It comes only once; but where both differ all of it can be had still,
 * as what was the same until there can be read from the cell again.
 */
final class ComparedCell {
    private static final int PART_BYTES = 1 << 16;

    private final Content stored;
    private final InputStream content;
    private final byte[] part = new byte[PART_BYTES];
    private int partBytes;
    /** How many bytes before that part are the same in the cell, and their checksum. */
    private long sameBytes;

    private final CRC32C sameSum = new CRC32C();
    private Optional<String> damage = Optional.empty();
    private boolean broken;

    ComparedCell(Content stored, InputStream content) {
        this.stored = stored;
        this.content = content;
    }

    /** Reads both until they differ. Asked once. */
    boolean isSame() throws IOException {
        byte[] found = new byte[PART_BYTES];
        try (InputStream there = open()) {
            do {
                partBytes = content.readNBytes(part, 0, PART_BYTES);
                int foundBytes = readSome(there, found);
                if (!Arrays.equals(part, 0, partBytes, found, 0, foundBytes)) {
                    return false;
                }
                sameSum.update(part, 0, partBytes);
                sameBytes += partBytes;
            } while (partBytes > 0);
            return true;
        }
    }

    /** Why the cell could not be read to where it differs, if that was so. */
    Optional<String> damage() {
        return damage;
    }

    private InputStream open() {
        try {
            return stored.open();
        } catch (PfsException e) {
            note(e);
            return InputStream.nullInputStream();
        }
    }

    private int readSome(InputStream there, byte[] found) throws IOException {
        try {
            return there.readNBytes(found, 0, PART_BYTES);
        } catch (PfsException e) {
            note(e);
            return 0;
        }
    }

    private void note(PfsException e) {
        if (e.code().isUnreadable()) {
            damage = Optional.of(e.detail());
        } else if (e.code() != ErrorCode.NOT_FOUND && e.code() != ErrorCode.VERSION_CHANGED) {
            throw e;
        }
        // else somebody changes it just now
    }

    /** All of the content, after it was found to differ. */
    InputStream all() {
        InputStream rest = new SequenceInputStream(new ByteArrayInputStream(part, 0, partBytes), content);
        return sameBytes == 0 ? rest : new SequenceInputStream(new SameAgain(), rest);
    }

    /** Whether {@link #all()} was refused, as the cell is not any more what it was compared with. */
    boolean isBroken() {
        return broken;
    }

    /** What was the same, from the cell. Refuses to end if it is something else by now. */
    private final class SameAgain extends InputStream {
        private Optional<InputStream> in = Optional.empty();
        private final CRC32C sum = new CRC32C();
        private long left = sameBytes;

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int count) throws IOException {
            if (left == 0 || count == 0) {
                return left == 0 ? -1 : 0;
            }
            broken = true;
            int some = opened().read(target, offset, (int) Math.min(count, left));
            sum.update(target, offset, Math.max(0, some));
            left -= some;
            if (some < 0 || (left == 0 && sum.getValue() != sameSum.getValue())) {
                throw new PfsException(ErrorCode.VERSION_CHANGED, "it was written anew while it was compared");
            }
            broken = false;
            return some;
        }

        private InputStream opened() {
            InputStream opened = in.orElseGet(stored::open);
            in = Optional.of(opened);
            return opened;
        }

        @Override
        public void close() throws IOException {
            if (in.isPresent()) {
                in.get().close();
            }
        }
    }
}
