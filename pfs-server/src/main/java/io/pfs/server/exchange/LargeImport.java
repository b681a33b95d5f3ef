package io.pfs.server.exchange;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.row.RowKind;
import io.pfs.server.archive.ArchiveEntry;
import io.pfs.server.exchange.LeftOut.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;

/**
 * Brings one large cell to the sink as it is read, without holding it. Its bytes come only once: so who wants cells compared that are
 * there, and replaced where they differ, has this one written anew.
 */
final class LargeImport {
    private static final int PART_BYTES = 1 << 16;

    private final RowSink sink;
    private final ImportOptions options;
    private final Tally tally;

    LargeImport(RowSink sink, ImportOptions options, Tally tally) {
        this.sink = sink;
        this.options = options;
        this.tally = tally;
    }

    /** Writes it, if it is not there. All that came before it is written. */
    void take(RowKey key, String column, ArchiveEntry entry, InputStream content) throws IOException {
        Optional<StoredRow> stored = sink.find(List.of(key)).get(0);
        if (stored.isPresent() && isThere(stored.get(), key, column, entry, content)) {
            tally.unchanged(1);
        } else if (stored.isPresent() && !mayWrite(stored.get(), column)) {
            tally.leaveOut(
                    Reason.EXISTS,
                    entry.shown() + ": " + key + " is there, and is something else; --overwrite replaces it");
        } else {
            write(key, column, entry, stored, content);
        }
    }

    private boolean isThere(StoredRow stored, RowKey key, String column, ArchiveEntry entry, InputStream content)
            throws IOException {
        if (!options.verify()) {
            return stored.seemsToHave(column, entry.bytes(), entry.mtimeMillis());
        }
        return !options.overwrite() && stored.hasOfLength(column, entry.bytes()) && isSame(key, column, content);
    }

    private boolean isSame(RowKey key, String column, InputStream content) throws IOException {
        byte[] wanted = new byte[PART_BYTES];
        byte[] found = new byte[PART_BYTES];
        try (InputStream there = sink.open(key.table(), key.name(), column)) {
            int length;
            do {
                length = content.readNBytes(wanted, 0, PART_BYTES);
                if (there.readNBytes(found, 0, PART_BYTES) != length
                        || !Arrays.equals(wanted, 0, length, found, 0, length)) {
                    return false;
                }
            } while (length > 0);
            return true;
        } catch (PfsException e) {
            if (e.code() == ErrorCode.NOT_FOUND || e.code() == ErrorCode.VERSION_CHANGED) {
                return false; // somebody else changes it just now
            }
            throw e;
        }
    }

    private boolean mayWrite(StoredRow stored, String column) {
        boolean isThere = stored.cellBytes().containsKey(column);
        return stored.kind() == RowKind.FILE && (!isThere || options.overwrite());
    }

    private void write(RowKey key, String column, ArchiveEntry entry, Optional<StoredRow> stored, InputStream content)
            throws IOException {
        long before = stored.filter(row -> row.cellBytes().keySet().stream().anyMatch(other -> !other.equals(column)))
                .map(StoredRow::mtimeMillis)
                .orElse(0L);
        RowWrite row = new RowWrite(
                key,
                stored.isEmpty(),
                RowKind.FILE,
                Math.max(before, entry.mtimeMillis()),
                stored.map(StoredRow::mode).orElse(entry.mode()),
                new TreeMap<>(),
                new byte[0]);
        CheckedInputStream checked = new CheckedInputStream(content, new CRC32C());
        Optional<PfsException> refusal = sink.putLarge(row, column, checked);
        if (refusal.isPresent()) {
            tally.leaveOut(Reason.REFUSED, key + ": " + refusal.get().detail());
        } else {
            tally.row();
            tally.cells(1, entry.bytes());
            if (options.verify()) {
                requireReadBack(key, column, checked.getChecksum().getValue());
            }
        }
    }

    /** What was acknowledged must be there: nothing else is to be believed if it is not. */
    private void requireReadBack(RowKey key, String column, long sum) throws IOException {
        CheckedInputStream back = new CheckedInputStream(sink.open(key.table(), key.name(), column), new CRC32C());
        try (back) {
            long bytes = back.transferTo(OutputStream.nullOutputStream());
            if (back.getChecksum().getValue() != sum) {
                throw new PfsException(
                        ErrorCode.CORRUPT,
                        "row " + key + ", column '" + column + "': other bytes read back, " + bytes
                                + " of them, than were written and acknowledged");
            }
        }
    }
}
