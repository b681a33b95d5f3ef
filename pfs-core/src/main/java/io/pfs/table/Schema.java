package io.pfs.table;

import io.pfs.Check;
import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The columns of a table, ids ascending.
 *
 * @param nextId what the next column added gets
 */
public record Schema(int nextId, List<Column> columns) {
    /** Of a table whose files have one form. */
    public static final Schema PLAIN = new Schema(1, List.of(Column.CONTENT));

    /** Ids from here on are the engine's own. */
    public static final int RESERVED_FROM = Limits.COLUMNS_MAX - 16;
    /** The column id under which the places of a row's further cells are stored. */
    public static final ColumnId INDIRECT = new ColumnId(Limits.COLUMNS_MAX - 1);

    private static final int VERSION = 1;
    private static final int COMPRESSED = 1;

    public Schema {
        columns = List.copyOf(columns);
        Check.inRange("next column id", nextId, 1, RESERVED_FROM);
        int least = 0;
        Map<String, Boolean> groups = new HashMap<>();
        Set<String> names = new HashSet<>();
        for (Column column : columns) {
            Check.inRange("id of column '" + column.name() + "'", column.id().value(), least, nextId - 1);
            least = column.id().value() + 1;
            Check.that(names.add(column.name()), "columns of a table have names of their own", least - 1);
            requireAlike(column, groups);
        }
        Check.that(!columns.isEmpty() && isContent(columns.get(0)), "column 0 of every table is 'content'");
    }

    private static boolean isContent(Column column) {
        return column.id().equals(Column.CONTENT.id()) && column.name().equals(Column.CONTENT_NAME);
    }

    private static void requireAlike(Column column, Map<String, Boolean> compressedByGroup) {
        Boolean before = compressedByGroup.putIfAbsent(column.group(), column.compressed());
        if (before != null && before != column.compressed() && !column.group().isEmpty()) {
            throw new PfsException(
                    ErrorCode.OUT_OF_RANGE,
                    "columns of group '" + column.group() + "' are " + (before ? "" : "not ")
                            + "compressed, so column '" + column.name() + "' must be the same");
        }
    }

    /** Refuses a column that only the engine itself may touch. */
    public static void requireOfUsers(ColumnId id) {
        if (id.value() >= RESERVED_FROM) {
            throw new PfsException(
                    ErrorCode.OUT_OF_RANGE, id + " is the engine's own; a table's columns are below " + RESERVED_FROM);
        }
    }

    public Optional<Column> find(String name) {
        return columns.stream().filter(column -> column.name().equals(name)).findFirst();
    }

    public Optional<Column> find(ColumnId id) {
        return columns.stream().filter(column -> column.id().equals(id)).findFirst();
    }

    /** With one more column. */
    public Schema withColumn(String name, String group, boolean compressed) {
        return withColumns(List.of(new NewColumn(name, group, compressed)));
    }

    /** With more columns, in this order. */
    public Schema withColumns(List<NewColumn> added) {
        Set<String> taken = new HashSet<>();
        columns.forEach(column -> taken.add(column.name()));
        List<Column> more = new ArrayList<>(columns);
        int id = nextId;
        for (NewColumn column : added) {
            if (!taken.add(column.name())) {
                throw new PfsException(ErrorCode.ALREADY_EXISTS, "column '" + column.name() + "' exists");
            }
            if (id >= RESERVED_FROM) {
                throw new PfsException(
                        ErrorCode.TOO_LARGE, "a table has at most " + RESERVED_FROM + " columns, dropped ones counted");
            }
            more.add(new Column(new ColumnId(id++), column.name(), column.group(), column.compressed()));
        }
        return new Schema(id, more);
    }

    public Schema renamed(String from, String to) {
        Column old = existing(from);
        requireFree(to);
        List<Column> changed = new ArrayList<>(columns);
        changed.set(columns.indexOf(old), new Column(old.id(), to, old.group(), old.compressed()));
        return new Schema(nextId, changed);
    }

    public Schema without(String name) {
        List<Column> fewer = new ArrayList<>(columns);
        fewer.remove(existing(name));
        return new Schema(nextId, fewer);
    }

    private Column existing(String name) {
        if (name.equals(Column.CONTENT_NAME)) {
            throw new PfsException(
                    ErrorCode.NOT_SUPPORTED, "column 'content' is what file systems see: it stays and keeps its name");
        }
        return find(name)
                .orElseThrow(() -> new PfsException(ErrorCode.NOT_FOUND, "column '" + name + "' does not exist"));
    }

    private void requireFree(String name) {
        if (find(name).isPresent()) {
            throw new PfsException(ErrorCode.ALREADY_EXISTS, "column '" + name + "' exists");
        }
    }

    public byte[] toBytes() {
        ByteWriter out = new ByteWriter(64);
        out.u8(VERSION).varint(nextId).varint(columns.size());
        for (Column column : columns) {
            out.varint(column.id().value());
            text(column.name(), out);
            text(column.group(), out);
            out.u8(column.compressed() ? COMPRESSED : 0);
        }
        return out.toBytes();
    }

    private static void text(String text, ByteWriter out) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.u8(bytes.length).bytes(bytes);
    }

    public static Schema decode(ByteReader in) {
        in.inRange("version of a schema", in.u8("version of a schema"), VERSION, VERSION);
        int nextId = (int) in.varint("next column id", 1, RESERVED_FROM);
        int count = (int) in.varint("columns", 1, Math.min(nextId, in.remaining()));
        List<Column> columns = new ArrayList<>(count);
        int least = 0;
        for (int i = 0; i < count; i++) {
            int id = (int) in.varint("column id", least, nextId - 1);
            columns.add(column(id, in));
            least = id + 1;
        }
        in.expectEnd("schema");
        try {
            return new Schema(nextId, columns);
        } catch (PfsException e) {
            throw in.refuse("schema", "a valid one", String.valueOf(e.getMessage()));
        }
    }

    private static Column column(int id, ByteReader in) {
        String name = text(in);
        String group = text(in);
        boolean compressed = in.inRange("flags of a column", in.u8("flags of a column"), 0, COMPRESSED) != 0;
        try {
            return new Column(new ColumnId(id), name, group, compressed);
        } catch (PfsException e) {
            throw in.refuse("column", "a valid one", String.valueOf(e.getMessage()));
        }
    }

    private static String text(ByteReader in) {
        return in.text("name of a column", in.u8("length of a name"));
    }
}
