package io.pfs.client.table;

import io.pfs.ErrorCode;
import io.pfs.FileId;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.format.ByteReader;
import io.pfs.row.CellLocation;
import io.pfs.row.Inline;
import io.pfs.row.Row;
import io.pfs.row.RowKind;
import io.pfs.row.TagValue;
import io.pfs.table.Column;
import io.pfs.wire.FoundRow;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;

/** A row as it was when it was read, with the cells that were asked for. The bytes are the reader's own. */
public final class RowView {
    private final FoundRow found;
    private final Row row;
    private final List<String> columns;

    /** A row, and the columns that were asked for, in the order of its cells. */
    public RowView(FoundRow found, List<String> columns) {
        this.found = found;
        this.row = found.row();
        this.columns = columns;
    }

    /** The name as text; a name that is no UTF-8 is shown with replacements: {@link #rowName()} is exact. */
    public String name() {
        return new String(found.name().toBytes(), StandardCharsets.UTF_8);
    }

    public RowName rowName() {
        return found.name();
    }

    public FileId fileId() {
        return row().fileId();
    }

    /** Grows with each change of the row. */
    public long version() {
        return row().version();
    }

    /** For {@link RowEditor#expect}. */
    public RowVersion rowVersion() {
        return new RowVersion(fileId(), version());
    }

    public RowKind kind() {
        return row().kind();
    }

    /** Bytes of the column {@code content}. */
    public long size() {
        return row().size();
    }

    public int mode() {
        return row().mode();
    }

    public int owner() {
        return row().owner();
    }

    public int group() {
        return row().group();
    }

    public Instant modified() {
        return Instant.ofEpochMilli(row().times().mtimeMillis());
    }

    public Instant changed() {
        return Instant.ofEpochMilli(row().times().ctimeMillis());
    }

    public Instant accessed() {
        return Instant.ofEpochMilli(row().times().atimeMillis());
    }

    public SortedMap<String, TagValue> tags() {
        return inline().tags().byName();
    }

    /** How long a cell is that was asked for, if it is so large that it has to be read in parts. */
    public Optional<Long> largeCell(String column) {
        return found.largeBytes(indexOf(column));
    }

    /**
     * A cell that was asked for; empty if the row has none in this column. A large one is refused with {@code TOO_LARGE}: it
     * is not brought along.
     */
    public Optional<byte[]> cell(String column) {
        int at = indexOf(column);
        found.largeBytes(at).ifPresent(length -> {
            throw TableCore.tooLarge("row '" + name() + "'", length);
        });
        return found.cells().get(at);
    }

    /** Whether rows themselves say how long their cells in this column are; else such a cell has to be asked for. */
    public static boolean isLengthInRow(Column column) {
        return column.id().value() < Limits.DIRECT_COLUMNS_MAX;
    }

    /** How long a cell is; empty if the row has none. Every file has one in {@code content}, be it empty. */
    public OptionalLong length(Column column) {
        if (row.kind() != RowKind.FILE) {
            return OptionalLong.empty();
        } else if (column.id().equals(Column.CONTENT.id())) {
            return OptionalLong.of(row.size());
        } else if (isLengthInRow(column)) {
            return asLong(row.cells().get(column.id().value()).map(CellLocation::size));
        }
        int at = indexOf(column.name());
        Optional<Long> elsewhere = found.largeBytes(at)
                .or(() -> found.placedCell(at).map(cell -> cell.location().size()));
        return asLong(elsewhere.isPresent() ? elsewhere : found.cells().get(at).map(cell -> (long) cell.length));
    }

    private static OptionalLong asLong(Optional<? extends Number> length) {
        return length.map(bytes -> OptionalLong.of(bytes.longValue())).orElse(OptionalLong.empty());
    }

    private int indexOf(String column) {
        int at = columns.indexOf(column);
        if (at < 0) {
            throw new PfsException(
                    ErrorCode.USAGE, "column '" + column + "' was not asked for, only " + columns + " were");
        }
        return at;
    }

    /** Where a symlink leads, as text. */
    public Optional<String> symlinkTarget() {
        return inline().target().map(target -> new String(target, StandardCharsets.UTF_8));
    }

    /** Where a symlink leads, exactly. */
    public Optional<byte[]> symlinkTargetBytes() {
        return inline().target();
    }

    private Row row() {
        return row;
    }

    private Inline inline() {
        return Inline.decode(new ByteReader(new Row.Label(found.name()), row().inline()));
    }

    @Override
    public String toString() {
        return found.name() + " (" + row().kind() + ", version " + version() + ")";
    }
}
