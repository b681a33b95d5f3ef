package io.pfs.server.exchange;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.row.RowKind;
import io.pfs.row.Tags;
import io.pfs.server.archive.ArchiveEntry;
import io.pfs.server.exchange.LeftOut.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;

/** Brings one large cell to the sink as it is read, without holding it. */
final class LargeImport {
    private final RowSink sink;
    private final ImportOptions options;
    private final Tally tally;
    private final Tags tags;
    private final boolean isRepeated;

    /**
     * Takes a cell to these tables.
     *
     * @param tags of its row
     * @param isRepeated whether an entry before may have given the same cell: then only its bytes tell whether it is there
     */
    LargeImport(RowSink sink, ImportOptions options, Tally tally, Tags tags, boolean isRepeated) {
        this.sink = sink;
        this.options = options;
        this.tally = tally;
        this.tags = tags;
        this.isRepeated = isRepeated;
    }

    /** Writes it, if it is not there. All that came before it is written. */
    void take(RowKey key, String column, ArchiveEntry entry, InputStream content) throws IOException {
        Optional<StoredRow> stored = sink.find(List.of(key)).get(0);
        stored.filter(row -> row.kind() == RowKind.FILE).ifPresent(row -> setTags(key, row));
        boolean mayBeThere = stored.isPresent() && mayBeThere(stored.get(), column, entry);
        if (mayBeThere && (options.verify() || isRepeated)) {
            compare(stored.get(), key, column, entry, content);
        } else if (mayBeThere) {
            tally.unchanged(1);
        } else if (stored.isPresent() && !mayWrite(stored.get(), column)) {
            exists(key, entry);
        } else {
            write(key, column, entry, stored, content);
        }
    }

    /** Of a row that is there: a new one has them with its cell. */
    private void setTags(RowKey key, StoredRow stored) {
        Tags set = RowTags.toSet(stored.tags(), tags, options.overwrite(), tag -> BatchWriter.differs(tally, tag, key));
        if (set.isEmpty()) {
            return;
        }
        RowWrite write = new RowWrite(
                key, false, RowKind.FILE, stored.mtimeMillis(), stored.mode(), new TreeMap<>(), new byte[0], set);
        Optional<PfsException> refusal = sink.put(List.of(write)).refusals().get(0);
        refusal.ifPresentOrElse(why -> tally.leaveOut(Reason.REFUSED, key + ": " + why.detail()), tally::row);
    }

    private boolean mayBeThere(StoredRow stored, String column, ArchiveEntry entry) {
        return options.verify()
                ? stored.hasOfLength(column, entry.bytes())
                : stored.seemsToHave(column, entry.bytes(), entry.mtimeMillis());
    }

    private void compare(StoredRow stored, RowKey key, String column, ArchiveEntry entry, InputStream content)
            throws IOException {
        ComparedCell compared = new ComparedCell(() -> sink.open(key.table(), key.name(), column), content);
        if (compared.isSame()) {
            tally.unchanged(1);
        } else if (mayWrite(stored, column)) {
            rewrite(stored, key, column, entry, compared);
        } else if (compared.damage().isPresent()) {
            String why = damaged(entry.shown(), key, compared.damage().get());
            tally.leaveOut(Reason.DAMAGED, why);
        } else {
            exists(key, entry);
        }
    }

    private void rewrite(StoredRow stored, RowKey key, String column, ArchiveEntry entry, ComparedCell compared)
            throws IOException {
        try (InputStream all = compared.all()) {
            write(key, column, entry, Optional.of(stored), all);
        } catch (PfsException e) {
            if (!compared.isBroken()) {
                throw e;
            }
            tally.leaveOut(Reason.GONE, entry.shown() + ": " + key + ": " + e.detail());
        }
    }

    private void exists(RowKey key, ArchiveEntry entry) {
        tally.leaveOut(
                Reason.EXISTS,
                entry.shown() + ": " + key + " is there, and is something else; --overwrite replaces it");
    }

    /** What is said of a cell that is there and can't be compared. */
    static String damaged(String entry, RowKey key, String why) {
        return entry + ": " + key + " is there, and damaged; --verify --overwrite writes it anew: " + why;
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
                new byte[0],
                stored.isPresent() ? Tags.NONE : tags);
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
