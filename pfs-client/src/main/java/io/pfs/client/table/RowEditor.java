package io.pfs.client.table;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.client.call.Outcome;
import io.pfs.client.call.Promise;
import io.pfs.row.RowKind;
import io.pfs.row.TagValue;
import io.pfs.table.Column;
import io.pfs.wire.Asker;
import io.pfs.wire.CellPut;
import io.pfs.wire.Expected;
import io.pfs.wire.NewRow;
import io.pfs.wire.ObjectPut;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.RowEdit;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/**
 * Changes of one row that become visible together, or not at all. A row that is not there is made, unless something else is
 * expected. For one thread, and one use.
 */
public final class RowEditor {
    private static final int SYMLINK_MODE = 0777;

    private final TableCore table;
    private final RowName name;
    private final List<String> putColumns = new ArrayList<>();
    private final List<byte[]> putBytes = new ArrayList<>();
    private final List<ObjectUpload> objects = new ArrayList<>();
    private final List<String> removedColumns = new ArrayList<>();
    private final TreeMap<String, TagValue> tags = new TreeMap<>();
    private final TreeSet<String> removedTags = new TreeSet<>();
    private Expected expected = Expected.ANY;
    private NewRow ifNew = NewRow.FILE;
    private OptionalInt mode = OptionalInt.empty();
    private OptionalInt owner = OptionalInt.empty();
    private OptionalInt group = OptionalInt.empty();
    private OptionalLong mtimeMillis = OptionalLong.empty();
    private OptionalLong atimeMillis = OptionalLong.empty();

    RowEditor(TableCore table, RowName name) {
        this.table = table;
        this.name = name;
    }

    /** Writes a cell, whole. The column is added if there is none of this name. The bytes are copied. */
    public RowEditor put(String column, byte[] bytes) {
        table.requireFits(name, column, bytes);
        return putOwned(column, bytes.clone());
    }

    /** As {@link #put}, and spares a copy: the bytes are given away, and must never be changed again. */
    public RowEditor putOwned(String column, byte[] bytes) {
        table.requireFits(name, column, bytes);
        putColumns.add(column);
        putBytes.add(bytes);
        return this;
    }

    /**
     * Writes a cell with all that a stream holds, however much that is. It is read to its end here, and not closed; a large
     * one is written here, too, and becomes visible with the rest. Blocks.
     */
    public RowEditor put(String column, InputStream bytes) {
        Promise<Boolean> ready = new Promise<>();
        table.columns().resolve(List.of(column), List.of(), ready);
        Promise.await(ready);
        Column target = known(column);
        CellSpool spool = new CellSpool(table.rows(), name, target.id(), target.compressed());
        spool.writeAll(bytes);
        if (!spool.isLarge()) {
            return putOwned(column, spool.toBytes());
        }
        objects.add(spool.toObject());
        return this;
    }

    /** Removes a cell, if the row has it. */
    public RowEditor remove(String column) {
        removedColumns.add(column);
        return this;
    }

    public RowEditor tag(String tag, TagValue value) {
        tags.put(tag, value);
        return this;
    }

    public RowEditor tag(String tag, String value) {
        return tag(tag, new TagValue.OfString(value));
    }

    public RowEditor tag(String tag, long value) {
        return tag(tag, new TagValue.OfLong(value));
    }

    public RowEditor tag(String tag, double value) {
        return tag(tag, new TagValue.OfDouble(value));
    }

    public RowEditor tag(String tag, boolean value) {
        return tag(tag, new TagValue.OfBoolean(value));
    }

    public RowEditor tag(String tag, Instant value) {
        return tag(tag, new TagValue.OfTimestamp(Times.epochMillis("the tag '" + tag + "'", value)));
    }

    public RowEditor tag(String tag, byte[] value) {
        return tag(tag, new TagValue.OfBytes(value.clone()));
    }

    public RowEditor untag(String tag) {
        removedTags.add(tag);
        return this;
    }

    public RowEditor mode(int permissions) {
        mode = OptionalInt.of(permissions);
        return this;
    }

    public RowEditor owner(int newOwner, int newGroup) {
        owner = OptionalInt.of(newOwner);
        group = OptionalInt.of(newGroup);
        return this;
    }

    /** Otherwise it is the time at which a cell changed. */
    public RowEditor modified(Instant time) {
        mtimeMillis = OptionalLong.of(Times.epochMillis("mtime", time));
        return this;
    }

    public RowEditor accessed(Instant time) {
        atimeMillis = OptionalLong.of(Times.epochMillis("atime", time));
        return this;
    }

    /** If the row is not there, it becomes a file with these permission bits. */
    public RowEditor bornWith(int permissions) {
        ifNew = NewRow.file(permissions, Asker.UNSAID, Asker.UNSAID);
        return this;
    }

    /** If the row is not there, it becomes a symlink, which leads there; it has no cells. */
    public RowEditor symlinkTo(byte[] target) {
        ifNew = new NewRow(RowKind.SYMLINK, SYMLINK_MODE, Asker.UNSAID, Asker.UNSAID, Optional.of(target.clone()));
        return this;
    }

    /** Refused with {@code ALREADY_EXISTS} if there is a row of this name. */
    public RowEditor expectAbsent() {
        expected = Expected.ABSENT;
        return this;
    }

    /** Refused with {@code NOT_FOUND} if there is no row of this name. */
    public RowEditor expectPresent() {
        expected = Expected.PRESENT;
        return this;
    }

    /** Refused with {@code VERSION_CHANGED} if the row changed since it had this version. */
    public RowEditor expectVersion(long version) {
        expected = new Expected.Version(version);
        return this;
    }

    /** As {@link #expectVersion(long)}, and refused also if it is another row by now, though of the same name. */
    public RowEditor expect(RowVersion row) {
        expected = new Expected.Same(row.fileId(), row.version());
        return this;
    }

    /** Does it, and returns when it is durable as the file system promises. */
    public RowVersion apply() {
        return Promise.await(applyAsync());
    }

    public CompletableFuture<RowVersion> applyAsync() {
        Promise<RowVersion> promise = new Promise<>();
        Outcome<RowVersion> outcome = givingUp(promise);
        refusal()
                .ifPresentOrElse(
                        outcome::failed,
                        () -> table.columns()
                                .resolve(
                                        putColumns,
                                        removedColumns,
                                        Outcome.then(
                                                outcome,
                                                ready -> new LargeEdit(objects, this::send, outcome).again())));
        return promise;
    }

    /** Why no columns shall be made for it: there are more cells than one request can change. */
    Optional<PfsException> refusal() {
        int cells = putColumns.size() + objects.size() + removedColumns.size();
        return cells <= Limits.CELLS_PER_ROW_MAX
                ? Optional.empty()
                : Optional.of(new PfsException(
                        ErrorCode.TOO_LARGE,
                        "one edit changes at most " + Limits.CELLS_PER_ROW_MAX + " cells of a row, but that of row '"
                                + name + "' of table '" + table.rows().label() + "' " + cells));
    }

    /** For who does not apply it after all: nothing of its large cells is left. It can't be applied any more. */
    public void giveUp() {
        objects.forEach(ObjectUpload::drop);
    }

    /** What was refused for what it asks for will be refused again: the large cells of it would only take space. */
    private Outcome<RowVersion> givingUp(Outcome<RowVersion> outcome) {
        return Outcome.either(outcome::done, cause -> {
            if (cause.code().kind() == ErrorCode.Kind.REQUEST) {
                giveUp();
            }
            outcome.failed(cause);
        });
    }

    /** It was refused as it was sent, with others or alone; it is tried again if its large cells can go on elsewhere. */
    void refused(PfsException cause, Outcome<RowVersion> outcome) {
        new LargeEdit(objects, this::send, givingUp(outcome)).refused(cause);
    }

    private void send(Outcome<RowVersion> outcome) {
        table.rows().send(table.rows().edit(request(), outcome));
    }

    RowName name() {
        return name;
    }

    List<String> putColumns() {
        return putColumns;
    }

    List<String> removedColumns() {
        return removedColumns;
    }

    long bytes() {
        return putBytes.stream().mapToLong(bytes -> bytes.length).sum();
    }

    /** The request, once its columns are known. */
    EditRow request() {
        List<CellPut> puts = new ArrayList<>(putColumns.size());
        for (int i = 0; i < putColumns.size(); i++) {
            Column column = known(putColumns.get(i));
            puts.add(new CellPut(column.id(), putBytes.get(i), column.compressed()));
        }
        List<ColumnId> removed =
                removedColumns.stream().map(column -> known(column).id()).toList();
        RowEdit.Attributes attributes = new RowEdit.Attributes(mode, owner, group, mtimeMillis, atimeMillis);
        List<ObjectPut> large = objects.stream().map(ObjectUpload::put).toList();
        RowEdit edit = new RowEdit(puts, large, removed, tags, removedTags, attributes);
        return new EditRow(table.rows().table(), name, expected, ifNew, edit);
    }

    /** It was there a moment ago, but someone may have dropped it since. */
    private Column known(String column) {
        return table.columns()
                .lastSeen(column)
                .orElseThrow(() -> new PfsException(
                        ErrorCode.NOT_FOUND,
                        "column '" + column + "' of table '" + table.rows().label() + "' was dropped just now"));
    }
}
