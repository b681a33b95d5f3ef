package io.pfs.server.exchange;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.row.RowKind;
import io.pfs.row.Tags;
import io.pfs.server.exchange.LeftOut.Reason;
import io.pfs.server.exchange.PendingRow.PendingCell;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Brings gathered rows to the sink: looks what is there already, leaves alone what is the same, and writes the rest. So
 * it does nothing if it is done again.
 */
final class BatchWriter {
    private final RowSink sink;
    private final ImportOptions options;
    private final Tally tally;
    /** Whether nothing of the last rows was there: then the next are taken for new, which saves asking. */
    private boolean allNew;

    private Optional<UnderWay> underWay = Optional.empty();

    /** Rows that are being written, while the next ones are read. */
    private record UnderWay(List<PendingRow> unseen, List<RowWrite> writes, RowSink.Pending pending) {}

    BatchWriter(RowSink sink, ImportOptions options, Tally tally) {
        this.sink = sink;
        this.options = options;
        this.tally = tally;
    }

    /**
     * Writes rows of different names, and returns before that is done; {@link #finish()} waits for it. Says whether there was,
     * or may be, anything new in them.
     */
    boolean write(List<PendingRow> rows) {
        finish();
        if (rows.isEmpty()) {
            return false;
        }
        if (!allNew) {
            return compareAndWrite(rows);
        }
        List<RowWrite> writes = rows.stream()
                .map(row -> write(row, Optional.empty(), row.cells(), row.tags()))
                .toList();
        beginPut(rows, writes);
        return true;
    }

    /** Looks first what there is. */
    private boolean compareAndWrite(List<PendingRow> rows) {
        List<Optional<StoredRow>> stored =
                sink.find(rows.stream().map(PendingRow::key).toList());
        allNew = stored.stream().allMatch(Optional::isEmpty);
        boolean compares = rows.stream().anyMatch(this::mustCompare);
        List<StoredCells> storedCells = compares ? storedCells(rows, stored) : List.of();
        List<RowWrite> writes = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            StoredCells compared = compares ? storedCells.get(i) : StoredCells.NONE;
            decide(rows.get(i), stored.get(i), compared).ifPresent(writes::add);
        }
        beginPut(List.of(), writes);
        return !writes.isEmpty();
    }

    /** @param unseen the rows of these writes, if nobody has looked whether they are there */
    private void beginPut(List<PendingRow> unseen, List<RowWrite> writes) {
        if (!writes.isEmpty()) {
            underWay = Optional.of(new UnderWay(unseen, writes, sink.put(writes)));
        }
    }

    /** Waits for what was begun. Rows that were taken for new and are not are compared after all. */
    void finish() {
        while (underWay.isPresent()) {
            UnderWay done = underWay.get();
            underWay = Optional.empty();
            List<PendingRow> notNew = note(done);
            if (!notNew.isEmpty()) {
                compareAndWrite(notNew);
            }
        }
    }

    /** What is there in place of what is to be written; read only where something of the same length is. */
    private List<StoredCells> storedCells(List<PendingRow> rows, List<Optional<StoredRow>> stored) {
        List<RowWrite> asked = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            PendingRow row = rows.get(i);
            Optional<StoredRow> there = stored.get(i);
            TreeMap<String, byte[]> columns = new TreeMap<>();
            row.cells().forEach((column, cell) -> {
                if (there.isPresent() && mustCompare(cell) && there.get().hasOfLength(column, cell.bytes().length)) {
                    columns.put(column, cell.bytes());
                }
            });
            asked.add(new RowWrite(row.key(), false, row.kind(), 0, 0, columns, new byte[0]));
        }
        return StoredCells.read(sink, asked);
    }

    private Optional<RowWrite> decide(PendingRow row, Optional<StoredRow> stored, StoredCells storedCells) {
        if (stored.isEmpty()) {
            return Optional.of(write(row, stored, row.cells(), row.tags()));
        }
        if (stored.get().kind() != row.kind()) {
            row.cells()
                    .values()
                    .forEach(cell -> exists(cell, row, "a " + words(stored.get().kind())));
            return Optional.empty();
        }
        TreeMap<String, PendingCell> differing = new TreeMap<>();
        row.cells().forEach((column, cell) -> {
            if (isSame(stored.get(), storedCells.bytes(), row.kind(), column, cell)) {
                tally.unchanged(1);
            } else if (mayWrite(stored.get(), column)) {
                differing.put(column, cell);
            } else if (storedCells.damaged().containsKey(column)) {
                damaged(cell, row, storedCells.damaged().get(column));
            } else {
                exists(cell, row, "something else; --overwrite replaces it");
            }
        });
        Tags tags = tagsToSet(row, stored.get(), !differing.isEmpty());
        return differing.isEmpty() && tags.isEmpty()
                ? Optional.empty()
                : Optional.of(write(row, stored, differing, tags));
    }

    private Tags tagsToSet(PendingRow row, StoredRow stored, boolean isRewritten) {
        Tags set = RowTags.toSet(stored.tags(), row.tags(), options.overwrite(), tag -> differs(tally, tag, row.key()));
        boolean isMadeAnew = row.kind() == RowKind.SYMLINK && isRewritten;
        if (!isMadeAnew) {
            return RowTags.asFarAsTheyFit(stored.link(), stored.tags(), set, tally, row.key());
        }
        byte[] link = Check.present(row.cells().get(PendingRow.LINK), "where a link leads")
                .bytes();
        Tags kept = RowTags.asFarAsTheyFit(link, Tags.NONE, stored.tags(), tally, row.key());
        return kept.with(
                RowTags.asFarAsTheyFit(link, kept, set, tally, row.key()).byName(), List.of());
    }

    static void differs(Tally tally, String tag, RowKey key) {
        tally.leaveOut(
                Reason.EXISTS, "tag '" + tag + "' of " + key + " is there, and is another; --overwrite replaces it");
    }

    private boolean isSame(
            StoredRow stored, Map<String, byte[]> storedCells, RowKind kind, String column, PendingCell cell) {
        if (kind == RowKind.SYMLINK) {
            return Arrays.equals(stored.link(), cell.bytes());
        }
        if (!options.verify() && !stored.seemsToHave(column, cell.bytes().length, cell.mtimeMillis())) {
            return false;
        }
        byte[] there = storedCells.get(column);
        boolean emptyFile = cell.bytes().length == 0 && stored.hasOfLength(column, 0);
        return !mustCompare(cell) || emptyFile || (there != null && Arrays.equals(there, cell.bytes()));
    }

    private boolean mustCompare(PendingRow row) {
        return row.cells().values().stream().anyMatch(this::mustCompare);
    }

    /** What an earlier entry of the same name wrote may have the same length and time. */
    private boolean mustCompare(PendingCell cell) {
        return options.verify() || cell.isRepeated();
    }

    private boolean mayWrite(StoredRow stored, String column) {
        boolean there = stored.kind() == RowKind.SYMLINK || stored.cellBytes().containsKey(column);
        return !there || options.overwrite();
    }

    private void exists(PendingCell cell, PendingRow row, String what) {
        tally.leaveOut(Reason.EXISTS, cell.entry() + ": " + row.key() + " is there, and is " + what);
    }

    private void damaged(PendingCell cell, PendingRow row, String why) {
        tally.leaveOut(Reason.DAMAGED, LargeImport.damaged(cell.entry(), row.key(), why));
    }

    private static String words(RowKind kind) {
        return switch (kind) {
            case FILE -> "file";
            case DIRECTORY -> "directory";
            case SYMLINK -> "symbolic link";
        };
    }

    private static RowWrite write(
            PendingRow row, Optional<StoredRow> stored, Map<String, PendingCell> cells, Tags tags) {
        long mtimeMillis = 0;
        TreeMap<String, byte[]> bytes = new TreeMap<>();
        for (Map.Entry<String, PendingCell> cell : cells.entrySet()) {
            mtimeMillis = Math.max(mtimeMillis, cell.getValue().mtimeMillis());
            bytes.put(cell.getKey(), cell.getValue().bytes());
        }
        byte[] link = bytes.remove(PendingRow.LINK);
        boolean keepsCells = stored.isPresent()
                && (cells.isEmpty()
                        || !bytes.keySet().containsAll(stored.get().cellBytes().keySet()));
        return new RowWrite(
                row.key(),
                stored.isEmpty(),
                row.kind(),
                keepsCells ? Math.max(mtimeMillis, stored.get().mtimeMillis()) : mtimeMillis,
                stored.isPresent() ? stored.get().mode() : row.mode(),
                bytes,
                link == null ? new byte[0] : link,
                tags);
    }

    /** Counts what became of rows; returns those that have to be looked at. */
    private List<PendingRow> note(UnderWay done) {
        List<Optional<PfsException>> refusals = done.pending().refusals();
        List<PendingRow> notNew = new ArrayList<>();
        List<RowWrite> written = new ArrayList<>();
        for (int i = 0; i < refusals.size(); i++) {
            RowWrite write = done.writes().get(i);
            Optional<PfsException> refusal = refusals.get(i);
            if (refusal.isEmpty()) {
                written.add(write);
                count(write);
            } else if (done.unseen().isEmpty()) {
                tally.leaveOut(
                        Reason.REFUSED, write.key() + ": " + refusal.get().detail());
            } else {
                notNew.add(done.unseen().get(i));
            }
        }
        if (options.verify()) {
            requireReadBack(written);
            requireTagsBack(
                    written.stream().filter(write -> !write.tags().isEmpty()).toList());
        }
        return notNew;
    }

    private void count(RowWrite write) {
        tally.row();
        tally.cells(write.cells().size(), write.bytes());
        if (write.isLinking()) {
            tally.link();
        }
    }

    private void requireTagsBack(List<RowWrite> tagged) {
        List<Optional<StoredRow>> there = tagged.isEmpty()
                ? List.of()
                : sink.find(tagged.stream().map(RowWrite::key).toList());
        for (int i = 0; i < tagged.size(); i++) {
            RowWrite write = tagged.get(i);
            if (there.get(i).isEmpty() || !there.get(i).get().hasTags(write.tags())) {
                throw new PfsException(
                        ErrorCode.CORRUPT,
                        "row " + write.key() + ": tags were written and acknowledged, and others, or none, read back");
            }
        }
    }

    /** What was acknowledged must be there: nothing else is to be believed if it is not. */
    private void requireReadBack(List<RowWrite> written) {
        List<SortedMap<String, byte[]>> read = written.isEmpty() ? List.of() : sink.read(written);
        for (int i = 0; i < written.size(); i++) {
            for (Map.Entry<String, byte[]> cell : written.get(i).cells().entrySet()) {
                byte[] there = read.get(i).get(cell.getKey());
                boolean emptyFile = there == null && cell.getValue().length == 0;
                if (!emptyFile && !Arrays.equals(there, cell.getValue())) {
                    throw new PfsException(
                            ErrorCode.CORRUPT,
                            "row " + written.get(i).key() + ", column '" + cell.getKey() + "': "
                                    + cell.getValue().length
                                    + " bytes were written and acknowledged, and "
                                    + (there == null ? "nothing" : there.length + " other bytes") + " read back");
                }
            }
        }
    }
}
