package io.pfs.server.exchange;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.row.Inline;
import io.pfs.row.RowKind;
import io.pfs.row.Tags;
import io.pfs.server.archive.EntryAttributes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Tables in memory, to import to and export from. It can fail at a chosen call, and counts what was written. What is held
 * here to behave as the engine does is what {@code RowTablesContract} asks of both.
 */
final class MemoryTables implements RowSink, RowSource {
    /** A longer cell has to be opened. */
    static final int LARGE_BYTES = 1_000;

    /** A row, and how often it was written. */
    static final class StoredFile {
        RowKind kind = RowKind.FILE;
        long mtimeMillis;
        int mode;
        int writes;
        byte[] link = new byte[0];
        Tags tags = Tags.NONE;
        final TreeMap<String, byte[]> cells = new TreeMap<>();
    }

    private final Map<TablePath, Map<RowName, StoredFile>> tables = new LinkedHashMap<>();
    /** The power goes when so many more rows were written; never if negative. */
    long writesUntilFailure = -1;

    long finds;
    long reads;
    long puts;
    String refused = "";
    boolean forgetful;
    boolean forgetsTags;
    /** Went after its page was read. */
    String gone = "";
    /** Is written anew while it is read. */
    String breaking = "";

    /** What happens when a cell is opened; after that nothing. */
    Runnable onNextOpen = () -> {};

    /** Tables that went after they were listed, and such that may not be listed, as they are shown; rows that may not be read. */
    final Set<String> vanished = new TreeSet<>();

    final Set<String> closed = new TreeSet<>();
    final Set<String> unreadable = new TreeSet<>();
    /** A row whose cells say that they are of so many bytes. */
    String huge = "";

    /** Cells that can't be read, each as a row and a column: {@code a/content}. */
    final Set<String> damaged = new TreeSet<>();
    /** Rows that can't even be listed, nor what comes with them. */
    final Set<String> unlisted = new TreeSet<>();

    /** As a cell of which parts would be of two writings, or one that is damaged in the middle. */
    private static final class Refusing extends InputStream {
        private final PfsException refusal;

        Refusing(ErrorCode code, String why) {
            this.refusal = new PfsException(code, why);
        }

        @Override
        public int read() {
            throw refusal;
        }

        @Override
        public int read(byte[] target, int offset, int count) {
            return read();
        }
    }

    MemoryTables() {
        tables.put(TablePath.ROOT, new TreeMap<>());
    }

    Map<TablePath, Map<RowName, StoredFile>> tables() {
        return tables;
    }

    /** Everything there is, as text: path, kind, time, mode, then the cells. */
    Map<String, String> dump() {
        Map<String, String> dump = new TreeMap<>();
        tables.forEach((table, rows) -> rows.forEach((name, row) -> {
            StringBuilder text = new StringBuilder().append(row.kind);
            if (row.kind == RowKind.FILE) {
                text.append(' ').append(row.mtimeMillis).append(' ').append(Integer.toOctalString(row.mode));
            }
            row.cells.forEach((column, bytes) ->
                    text.append(' ').append(column).append('=').append(latin1(bytes)));
            RowTags.print(row.tags)
                    .forEach((tag, value) ->
                            text.append(" #").append(tag).append('=').append(value));
            dump.put(new RowKey(table, name).toString(), text + latin1(row.link));
        }));
        return dump;
    }

    private static String latin1(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    @Override
    public OptionalInt modeOf(TablePath table) {
        if (!tables.containsKey(table)) {
            return OptionalInt.empty();
        }
        return OptionalInt.of(directory(table).map(row -> row.mode).orElse(0_755));
    }

    @Override
    public void setMode(TablePath table, int mode) {
        StoredFile row = directory(table).orElseThrow();
        for (TablePath above = parent(table); !above.equals(TablePath.ROOT); above = parent(above)) {
            if ((directory(above).orElseThrow().mode & 0_100) == 0) {
                throw new PfsException(ErrorCode.PERMISSION_DENIED, above + " may not be gone through");
            }
        }
        row.mode = mode;
    }

    private static TablePath parent(TablePath table) {
        return new TablePath(table.names().subList(0, table.names().size() - 1));
    }

    /** The row of a table; the root has none. */
    private Optional<StoredFile> directory(TablePath table) {
        int last = table.names().size() - 1;
        return last < 0
                ? Optional.empty()
                : Optional.of(rows(new TablePath(table.names().subList(0, last)))
                        .get(table.names().get(last)));
    }

    /** As the engine does for who is no superuser, and new rows. */
    private Optional<PfsException> unlessWritable(TablePath table) {
        return directory(table)
                .filter(row -> (row.mode & 0_200) == 0)
                .map(row -> new PfsException(ErrorCode.PERMISSION_DENIED, table + " may not be written to"));
    }

    @Override
    public void makeTable(TablePath table, int mode) {
        if (tables.containsKey(table)) {
            return;
        }
        int last = table.names().size() - 1;
        TablePath parent = new TablePath(table.names().subList(0, last));
        makeTable(parent, 0_755);
        unlessWritable(parent).ifPresent(refusal -> {
            throw refusal;
        });
        RowName name = table.names().get(last);
        Map<RowName, StoredFile> rows = rows(parent);
        if (rows.containsKey(name)) {
            throw new PfsException(ErrorCode.ALREADY_EXISTS, table + " is a file");
        }
        StoredFile row = new StoredFile();
        row.kind = RowKind.DIRECTORY;
        row.mode = mode;
        rows.put(name, row);
        tables.put(table, new TreeMap<>());
    }

    private Map<RowName, StoredFile> rows(TablePath table) {
        Map<RowName, StoredFile> rows = tables.get(table);
        if (rows == null) {
            throw new PfsException(ErrorCode.NOT_FOUND, "there is no table " + table);
        }
        return rows;
    }

    private Optional<StoredFile> row(RowKey key) {
        return Optional.ofNullable(tables.get(key.table())).map(rows -> rows.get(key.name()));
    }

    @Override
    public List<Optional<StoredRow>> find(List<RowKey> keys) {
        finds++;
        List<Optional<StoredRow>> found = new ArrayList<>();
        for (RowKey key : keys) {
            found.add(row(key).map(row -> {
                TreeMap<String, Long> lengths = new TreeMap<>();
                row.cells.forEach((column, bytes) -> lengths.put(column, (long) bytes.length));
                return new StoredRow(row.kind, row.mtimeMillis, row.mode, lengths, row.link, row.tags);
            }));
        }
        return found;
    }

    @Override
    public Pending put(List<RowWrite> writes) {
        puts++;
        List<Optional<PfsException>> refusals = new ArrayList<>();
        for (RowWrite write : writes) {
            if (writesUntilFailure == 0) {
                throw new PfsException(ErrorCode.UNKNOWN_OUTCOME, "the power is gone");
            }
            writesUntilFailure--;
            refusals.add(refusal(write));
            if (refusals.get(refusals.size() - 1).isEmpty()) {
                apply(write);
            }
        }
        return () -> refusals;
    }

    private Optional<PfsException> refusal(RowWrite write) {
        if (write.key().name().toString().equals(refused)) {
            return Optional.of(new PfsException(ErrorCode.NAME_INVALID, "that name is reserved"));
        }
        if (write.isNew() && unlessWritable(write.key().table()).isPresent()) {
            return unlessWritable(write.key().table());
        }
        Optional<StoredFile> row = row(write.key());
        Optional<PfsException> full = unlessTagsFit(write, row);
        if (full.isPresent()) {
            return full;
        }
        boolean taken = row.isPresent() && (write.isNew() || row.get().kind != write.kind());
        return taken ? Optional.of(new PfsException(ErrorCode.ALREADY_EXISTS, "is there")) : Optional.empty();
    }

    private static Optional<PfsException> unlessTagsFit(RowWrite write, Optional<StoredFile> row) {
        byte[] link = write.isLinking() || row.isEmpty() ? write.link() : row.get().link;
        Tags before = write.isLinking() || row.isEmpty() ? Tags.NONE : row.get().tags;
        try {
            Inline target = link.length == 0 ? Inline.EMPTY : Inline.ofTarget(link);
            target.with(before.with(write.tags().byName(), List.of())).toBytes();
            return Optional.empty();
        } catch (PfsException e) {
            return Optional.of(e);
        }
    }

    private void apply(RowWrite write) {
        StoredFile row = rows(write.key().table()).computeIfAbsent(write.key().name(), missing -> new StoredFile());
        row.kind = write.kind();
        row.mtimeMillis = write.mtimeMillis();
        row.mode = write.mode();
        row.link = write.isLinking() ? write.link() : row.link;
        Tags before = write.isLinking() ? Tags.NONE : row.tags; // such a row is made anew
        row.tags = before.with(forgetsTags ? Map.of() : write.tags().byName(), List.of());
        row.writes++;
        write.cells().forEach((column, bytes) -> row.cells.put(column, forgetful ? new byte[bytes.length] : bytes));
        write.cells().keySet().forEach(column -> damaged.remove(write.key().name() + "/" + column));
    }

    @Override
    public Optional<PfsException> putLarge(RowWrite write, String column, InputStream bytes) {
        try {
            TreeMap<String, byte[]> cells = new TreeMap<>();
            cells.put(column, bytes.readAllBytes());
            RowWrite whole = new RowWrite(
                    write.key(),
                    write.isNew(),
                    write.kind(),
                    write.mtimeMillis(),
                    write.mode(),
                    cells,
                    write.link(),
                    write.tags());
            return put(List.of(whole)).refusals().get(0);
        } catch (IOException e) {
            throw new PfsException(ErrorCode.IO_FAILED, "could not be read", e);
        }
    }

    @Override
    public InputStream open(TablePath table, RowName name, String column) {
        Runnable happens = onNextOpen;
        onNextOpen = () -> {};
        happens.run();
        if (name.toString().equals(breaking)) {
            return broken(new byte[0], new Refusing(ErrorCode.VERSION_CHANGED, "was written anew"));
        }
        if (name.toString().equals(gone)) {
            throw new PfsException(ErrorCode.NOT_FOUND, "is gone");
        }
        StoredFile row = row(new RowKey(table, name)).orElseThrow();
        byte[] bytes = row.cells.getOrDefault(column, new byte[0]);
        return damaged.contains(name + "/" + column)
                ? broken(bytes, new Refusing(ErrorCode.CORRUPT, "a bit is wrong"))
                : new ByteArrayInputStream(bytes);
    }

    private static InputStream broken(byte[] bytes, Refusing end) {
        return new SequenceInputStream(new ByteArrayInputStream(bytes, 0, LARGE_BYTES / 2), end);
    }

    private void requireReadable(RowName row, Collection<String> columns) {
        for (String column : columns) {
            if (damaged.contains(row + "/" + column)) {
                throw new PfsException(ErrorCode.CORRUPT, "a bit is wrong");
            }
        }
    }

    @Override
    public List<SortedMap<String, byte[]>> read(List<RowWrite> rows) {
        reads++;
        List<SortedMap<String, byte[]>> all = new ArrayList<>();
        for (RowWrite asked : rows) {
            TreeMap<String, byte[]> cells = new TreeMap<>();
            row(asked.key()).ifPresent(row -> cells.putAll(row.cells));
            cells.keySet().retainAll(asked.cells().keySet());
            requireReadable(asked.key().name(), cells.keySet());
            all.add(cells);
        }
        return all;
    }

    @Override
    public List<String> columns(TablePath table) {
        requireThere(table);
        TreeMap<String, Boolean> columns = new TreeMap<>();
        rows(table).values().forEach(row -> row.cells.keySet().forEach(column -> columns.put(column, true)));
        return List.copyOf(columns.keySet());
    }

    /** Two rows at most, so that there are pages to be turned. */
    @Override
    public Page page(TablePath table, List<String> columns, Optional<String> after, int rowsMax, int bytesMax) {
        requireThere(table);
        if (closed.contains(table.toString())) {
            throw new PfsException(ErrorCode.PERMISSION_DENIED, "may not list it");
        }
        List<Item> items = new ArrayList<>();
        int at = after.map(Integer::parseInt).orElse(0);
        List<Map.Entry<RowName, StoredFile>> all = new ArrayList<>(rows(table).entrySet());
        Collections.reverse(all);
        int end = Math.min(all.size(), at + Math.min(rowsMax, 2));
        for (Map.Entry<RowName, StoredFile> entry : all.subList(at, end)) {
            if (unlisted.contains(entry.getKey().toString())) {
                throw new PfsException(ErrorCode.CORRUPT, "a slice can't be read");
            }
            items.add(item(entry.getKey(), entry.getValue(), columns));
        }
        return new Page(items, end == all.size() ? Optional.empty() : Optional.of(Integer.toString(end)));
    }

    @Override
    public EntryAttributes attributes(TablePath table) {
        return new EntryAttributes(modeOf(table).orElseThrow(), 9_000);
    }

    private void requireThere(TablePath table) {
        if (vanished.contains(table.toString())) {
            throw new PfsException(ErrorCode.NOT_FOUND, "there is no table " + table);
        }
    }

    private Item item(RowName name, StoredFile row, List<String> columns) {
        if (!columns.isEmpty() && unreadable.contains(name.toString())) {
            throw new PfsException(ErrorCode.PERMISSION_DENIED, "may not read it");
        }
        TreeMap<String, byte[]> cells = new TreeMap<>(row.cells);
        cells.keySet().retainAll(columns);
        TreeMap<String, Long> large = new TreeMap<>();
        cells.forEach((column, bytes) -> {
            if (bytes.length > LARGE_BYTES) {
                large.put(column, name.toString().equals(huge) ? 5L << 30 : bytes.length);
            }
        });
        cells.keySet().removeAll(large.keySet());
        requireReadable(name, cells.keySet());
        return new Item(name, row.kind, row.mtimeMillis, row.mode, cells, large, row.link, row.tags);
    }

    @Override
    public Optional<Item> row(TablePath table, RowName name, List<String> columns) {
        return row(new RowKey(table, name)).map(row -> item(name, row, columns));
    }

    @Override
    public void close() {
        // memory needs no closing
    }
}
