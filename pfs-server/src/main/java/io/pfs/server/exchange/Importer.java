package io.pfs.server.exchange;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.env.Clock;
import io.pfs.row.RowKind;
import io.pfs.row.Tags;
import io.pfs.server.archive.ArchiveEntry;
import io.pfs.server.archive.ArchiveReader;
import io.pfs.server.archive.EntryPath;
import io.pfs.server.exchange.LeftOut.Reason;
import io.pfs.server.exchange.PendingRow.PendingCell;
import io.pfs.server.form.FormPlace;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;

/**
 * Takes the entries of an archive to tables. One entry that can't be taken is left out and reported; what concerns the
 * archive or the tables as a whole ends it, after all that came before is written. Run again, it goes on where it ended: what
 * is there already is found by name, length and time, and not even read.
 */
public final class Importer {
    private final ArchiveReader reader;
    private final RowSink sink;
    private final ImportOptions options;
    private final Progress progress;
    private final Clock clock;
    private final Tally tally = new Tally();
    private final RowAssembler assembler;
    private final BatchWriter writer;
    private final KnownTables tables;
    private final MetCells met = new MetCells();
    /** Whether everything so far was there: then it is asked before a content is read, and not afterwards. */
    private boolean skimming;

    private long files;
    private long filesBytes;
    /** Of which no pattern is about any, or one is. */
    private long named;

    private boolean fits;

    public Importer(ArchiveReader reader, RowSink sink, ImportOptions options, Progress progress, Clock clock) {
        this.reader = reader;
        this.sink = sink;
        this.options = options;
        this.progress = progress;
        this.clock = clock;
        this.assembler = new RowAssembler(options.batchRows(), options.batchBytes());
        this.writer = new BatchWriter(sink, options, tally);
        this.tables = new KnownTables(sink, options.target(), tally);
        this.skimming = !options.verify();
    }

    /** Takes all of it. */
    public Summary run() {
        long startNs = clock.monotonicNs();
        try {
            reader.rootMode().ifPresent(mode -> tables.folder(options.target(), mode));
            tables.make(options.target());
            takeAll();
        } finally {
            progress.end();
        }
        return tally.summary(clock.monotonicNs() - startNs);
    }

    private void takeAll() {
        while (true) {
            Optional<ArchiveEntry> entry = nextOrFlush();
            if (entry.isEmpty()) {
                flush();
                writer.finish();
                tables.close();
                requireFitting();
                return;
            }
            take(entry.get());
            progress.at(reader.position(), reader.positionMax(), files, filesBytes);
        }
    }

    /** Who gives a pattern means some files: if there is none, the pattern is not what was meant. */
    private void requireFitting() {
        if (named > 0 && !fits) {
            String why = "no pattern fits any of the " + named + " files: " + options.patterns();
            tally.leaveOut(Reason.NOTHING_FITS, why);
        }
    }

    /** The archive may be broken from here on: what came before is written first. */
    private Optional<ArchiveEntry> nextOrFlush() {
        try {
            return reader.next();
        } catch (PfsException e) {
            flush();
            writer.finish();
            throw new PfsException(
                    e.code(),
                    e.detail() + "; the " + files + " files before are imported, and the same command goes on behind"
                            + " them once the source is whole",
                    e);
        }
    }

    private void take(ArchiveEntry entry) {
        try {
            switch (entry.kind()) {
                case FILE -> file(entry);
                case DIRECTORY -> directory(entry);
                case SYMLINK -> link(entry);
                case DEVICE -> leaveOut(Reason.DEVICE, entry, entry.kind().text());
                case UNREADABLE ->
                    leaveOut(Reason.UNREADABLE, entry, entry.kind().text());
                case HARD_LINK, SPARSE, ENCRYPTED, UNKNOWN_METHOD, UNKNOWN ->
                    leaveOut(Reason.KIND, entry, entry.kind().text());
            }
        } catch (Unplaceable e) {
            leaveOut(e.reason, entry, e.cause.detail());
        }
    }

    private void leaveOut(Reason reason, ArchiveEntry entry, String why) {
        tally.leaveOut(reason, entry.shown() + ": " + why);
    }

    /** Where patterns say which files there are, only these make tables. */
    private void directory(ArchiveEntry entry) {
        if (options.patterns().isPlain()) {
            TablePath table = options.target().below(names(entry));
            tables.folder(table, entry.mode());
            makeTable(table);
        } else {
            namesIfAny(entry).ifPresent(names -> tables.folder(options.target().below(names), entry.mode()));
        }
    }

    /** One that can't be the name of a table is none on the way to a file that is taken. */
    private static Optional<List<RowName>> namesIfAny(ArchiveEntry entry) {
        try {
            return Optional.of(names(entry));
        } catch (Unplaceable e) {
            return Optional.empty();
        }
    }

    private void makeTable(TablePath table) {
        try {
            tables.make(table);
        } catch (PfsException e) {
            throw Unplaceable.ifRequest(Reason.REFUSED, e);
        }
    }

    private void file(ArchiveEntry entry) {
        Optional<FormPlace> placement = place(entry);
        if (placement.isEmpty()) {
            leaveOut(Reason.NO_PATTERN, entry, Reason.NO_PATTERN.text());
            return;
        }
        String column = placement.get().column();
        RowKey key = new RowKey(
                options.target().below(placement.get().folders()),
                placement.get().row());
        Tags tags = tags(entry);
        boolean isRepeated = met.isRepeated(key, column);
        skimming = skimming && isThere(key, column, entry, tags);
        if (skimming && !isRepeated) {
            tally.unchanged(1);
            passed(entry.bytes());
            return;
        }
        if (entry.bytes() > options.cellBytesMax()) {
            large(key, column, entry, tags, isRepeated);
            return;
        }
        PendingCell cell = new PendingCell(content(entry), entry.mtimeMillis(), entry.shown(), isRepeated);
        makeTable(key.table());
        add(key, column, cell, entry.mode(), tags);
        passed(entry.bytes());
    }

    /** Goes to the tables as it is read, behind all that came before. */
    private void large(RowKey key, String column, ArchiveEntry entry, Tags tags, boolean isRepeated) {
        makeTable(key.table());
        flush();
        writer.finish();
        LargeEntry content = new LargeEntry(opened(), entry, this::reading);
        try (content) {
            new LargeImport(sink, options, tally, tags, isRepeated).take(key, column, entry, content);
        } catch (IOException e) {
            throw unreadable(entry, e);
        } catch (PfsException e) {
            throw content.hasFailed() ? new Unplaceable(Reason.UNREADABLE, e) : e;
        }
        passed(entry.bytes());
    }

    private InputStream opened() {
        try {
            return reader.content();
        } catch (PfsException e) {
            throw new Unplaceable(Reason.UNREADABLE, e);
        }
    }

    private static Unplaceable unreadable(ArchiveEntry entry, IOException e) {
        return new Unplaceable(
                Reason.UNREADABLE, new PfsException(ErrorCode.IO_FAILED, entry.shown() + " could not be read", e));
    }

    private void reading(long bytes) {
        progress.at(reader.position(), reader.positionMax(), files, filesBytes + bytes);
    }

    private void passed(long bytes) {
        files++;
        filesBytes += bytes;
    }

    private Optional<FormPlace> place(ArchiveEntry entry) {
        List<RowName> names = names(entry);
        if (names.isEmpty()) {
            throw new Unplaceable(
                    Reason.NAME, new PfsException(ErrorCode.NAME_INVALID, "a file has a name of its own"));
        }
        named++;
        try {
            Optional<FormPlace> placement = options.patterns().place(names);
            fits |= placement.isPresent();
            return placement;
        } catch (PfsException e) {
            throw Unplaceable.ifRequest(Reason.NAME, e);
        }
    }

    private static List<RowName> names(ArchiveEntry entry) {
        try {
            return EntryPath.names(entry.path());
        } catch (PfsException e) {
            throw Unplaceable.ifRequest(Reason.NAME, e);
        }
    }

    /** What goes wrong here goes wrong with this entry; the next one shows whether it does with all. */
    private byte[] content(ArchiveEntry entry) {
        try {
            return reader.content(entry, options.cellBytesMax());
        } catch (PfsException e) {
            throw new Unplaceable(e.code() == ErrorCode.TOO_LARGE ? Reason.TOO_LARGE : Reason.UNREADABLE, e);
        }
    }

    /** The file is taken, whatever its tags are. */
    private Tags tags(ArchiveEntry entry) {
        entry.tagsFault().ifPresent(why -> leaveOut(Reason.UNREADABLE, entry, "its tags: " + why));
        try {
            return RowTags.parse(entry.tags());
        } catch (PfsException e) {
            leaveOut(Reason.UNREADABLE, entry, "its tags: " + e.detail());
            return Tags.NONE;
        }
    }

    private boolean isThere(RowKey key, String column, ArchiveEntry entry, Tags tags) {
        Optional<StoredRow> stored = sink.find(List.of(key)).get(0);
        return stored.isPresent()
                && stored.get().seemsToHave(column, entry.bytes(), entry.mtimeMillis())
                && stored.get().hasTags(tags);
    }

    private void add(RowKey key, String column, PendingCell cell, int mode, Tags tags) {
        if (assembler.isFullBefore(key)) {
            flush();
        }
        PendingRow row = assembler.fileRow(key, mode);
        if (row.kind() == RowKind.FILE) {
            Tags set =
                    RowTags.toSet(row.tags(), tags, options.overwrite(), tag -> BatchWriter.differs(tally, tag, key));
            row.setTags(RowTags.asFarAsTheyFit(new byte[0], row.tags(), set, tally, key));
        }
        PendingCell before = row.cells().get(row.kind() == RowKind.SYMLINK ? PendingRow.LINK : column);
        if (before == null || (options.overwrite() && row.kind() == RowKind.FILE)) {
            assembler.put(row, column, cell);
        } else if (row.kind() == RowKind.FILE && before.isSameAs(cell)) {
            tally.unchanged(1);
        } else {
            tally.leaveOut(
                    Reason.EXISTS,
                    cell.entry() + ": " + before.entry() + " was to be " + key + " already, and is something else");
        }
    }

    private void link(ArchiveEntry entry) {
        List<RowName> names = names(entry);
        if (!options.patterns().isPlain()) {
            leaveOut(Reason.LINK, entry, Reason.LINK.text());
        } else if (names.isEmpty() || entry.link().length == 0) {
            leaveOut(Reason.NAME, entry, "a link without a name, or leading nowhere");
        } else if (entry.link().length >= Limits.ROW_INLINE_BYTES_MAX) {
            String why = "leads to a path of " + entry.link().length + " bytes; a row has room for fewer than ";
            leaveOut(Reason.TOO_LARGE, entry, why + Limits.ROW_INLINE_BYTES_MAX);
        } else {
            List<RowName> folders = names.subList(0, names.size() - 1);
            RowKey key = new RowKey(options.target().below(folders), names.get(folders.size()));
            makeTable(key.table());
            PendingRow link = PendingRow.link(key, entry);
            link.setTags(RowTags.asFarAsTheyFit(entry.link(), Tags.NONE, tags(entry), tally, key));
            addLink(link, entry);
        }
    }

    private void addLink(PendingRow link, ArchiveEntry entry) {
        if (assembler.isFullBefore(link.key())) {
            flush();
        }
        if (assembler.find(link.key()).isPresent()) {
            leaveOut(Reason.EXISTS, entry, link.key() + " came before, as something else");
        } else {
            assembler.link(link);
        }
        files++;
    }

    private void flush() {
        List<PendingRow> rows = assembler.take();
        boolean news = writer.write(rows);
        skimming = !news && !options.verify();
    }

    /** Why one entry is left out, on its way up to where that is noted. */
    private static final class Unplaceable extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final transient Reason reason;
        private final transient PfsException cause;

        Unplaceable(Reason reason, PfsException cause) {
            super(cause);
            this.reason = reason;
            this.cause = cause;
        }

        /** Only what was asked for was wrong; if something else was, it is so for all. */
        static RuntimeException ifRequest(Reason reason, PfsException e) {
            return e.code().kind() == ErrorCode.Kind.REQUEST ? new Unplaceable(reason, e) : e;
        }
    }
}
