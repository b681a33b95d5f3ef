package io.pfs.client.command;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.Pfs;
import io.pfs.client.command.Command.CloseTable;
import io.pfs.client.command.Command.ListColumns;
import io.pfs.client.command.Command.LoadColumn;
import io.pfs.client.command.Command.MeasureOwn;
import io.pfs.client.command.Command.OfSorted;
import io.pfs.client.command.Command.OpenTable;
import io.pfs.client.command.Command.ReadCell;
import io.pfs.client.command.Command.ReadOwn;
import io.pfs.client.command.Command.Reading;
import io.pfs.client.command.Command.WriteCell;
import io.pfs.client.command.Command.WriteOwn;
import io.pfs.client.command.Command.Writing;
import io.pfs.client.table.CellInfo;
import io.pfs.client.table.LoadedCell;
import io.pfs.client.table.Table;
import io.pfs.table.Column;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Does what the names of attributes ask for, as its package describes. */
public final class AttributeCommands {
    /** What an attribute can carry in other file systems, too. */
    public static final int VALUE_BYTES_MAX = 65_536;

    private static final byte[] NOTHING = {};

    private final Pfs pfs;

    public AttributeCommands(Pfs pfs) {
        this.pfs = pfs;
    }

    /** Whether it is the name of a command, be it a right one or not. */
    public static boolean isCommand(String name) {
        return name.startsWith(CommandParser.PREFIX);
    }

    /** Does a command that is read. */
    public byte[] get(String path, String name) {
        if (!(CommandParser.parse(name) instanceof Reading command)) {
            throw new PfsException(ErrorCode.USAGE, "attribute '" + name + "' is written, not read");
        }
        if (command instanceof OfSorted) {
            byte[] found = text(new SortedCommands(pfs).get(path, command));
            requireFits("what is found", found.length);
            return found;
        } else if (command instanceof OpenTable open) {
            return text(Escapes.write(opened(path, open.directory())));
        } else if (command instanceof CloseTable) {
            return NOTHING;
        } else if (command instanceof ListColumns list) {
            return text(columnsOf(pfs.openTable(list.table())));
        } else if (command instanceof ReadCell read) {
            return cell(pfs.openTable(read.table()), read.row(), read.column(), 0, VALUE_BYTES_MAX + 1);
        } else if (command instanceof LoadColumn load) {
            return loaded(pfs.openTable(load.table()), load.column());
        } else if (command instanceof ReadOwn read) {
            return cell(
                    tableOf(path),
                    rowOf(path),
                    read.column(),
                    read.offset(),
                    read.length().orElse(VALUE_BYTES_MAX + 1));
        }
        return text(length(path, ((MeasureOwn) command).column()));
    }

    /** Does a command that is written. */
    public void set(String path, String name, byte[] value) {
        if (!(CommandParser.parse(name) instanceof Writing command)) {
            throw new PfsException(ErrorCode.USAGE, "attribute '" + name + "' is read, not written");
        }
        requireFits("what is given", value.length);
        if (command instanceof OfSorted) {
            if (value.length > 0) {
                throw new PfsException(
                        ErrorCode.USAGE,
                        "attribute '" + name + "' says all in its name, but " + value.length + " bytes are given, too");
            }
            new SortedCommands(pfs).set(path, command);
        } else if (command instanceof WriteCell write) {
            write(pfs.openTable(write.table()), write.row(), write.column(), value);
        } else {
            WriteOwn write = (WriteOwn) command;
            int length = write.length().orElse(value.length);
            if (length > value.length) {
                throw new PfsException(
                        ErrorCode.USAGE,
                        "attribute '" + name + "' says " + length + " bytes, but " + value.length + " are given");
            }
            write(tableOf(path), rowOf(path), write.column(), Arrays.copyOf(value, length));
        }
    }

    private String opened(String path, String directory) {
        String base = directory.startsWith("/") ? "" : path.equals("/") ? path : path + "/";
        pfs.openTable(base + directory); // or there is none
        return base + directory;
    }

    private Table tableOf(String path) {
        int slash = path.lastIndexOf('/');
        return pfs.openTable(slash <= 0 ? "/" : path.substring(0, slash));
    }

    private static String rowOf(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    private static String columnsOf(Table table) {
        StringBuilder lines = new StringBuilder();
        for (Column column : table.columns()) {
            lines.append(column.id().value()).append(' ').append(column.name()).append('\n');
        }
        return lines.toString();
    }

    /** A column by its name, or by its number, which must be one of the table's. */
    private static String named(Table table, String column) {
        if (!column.chars().allMatch(digit -> digit >= '0' && digit <= '9')) {
            return column;
        }
        return table.columns().stream()
                .filter(one -> Integer.toString(one.id().value()).equals(column))
                .findAny()
                .map(Column::name)
                .orElseThrow(() -> new PfsException(
                        ErrorCode.NOT_FOUND, "table '" + table.path() + "' has no column of number " + column));
    }

    private static byte[] cell(Table table, String row, String column, long offset, int length) {
        String name = named(table, column);
        int most = Math.min(length, VALUE_BYTES_MAX + 1);
        byte[] bytes = table.getRange(row, name, offset, most).orElseThrow(() -> missing(table, row, name));
        requireFits("cell '" + name + "' of row '" + row + "' of table '" + table.path() + "'", bytes.length);
        return bytes;
    }

    private static PfsException missing(Table table, String row, String column) {
        return new PfsException(
                ErrorCode.NOT_FOUND, "row '" + row + "' of table '" + table.path() + "' has no cell '" + column + "'");
    }

    private static byte[] loaded(Table table, String column) {
        String name = named(table, column);
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (LoadedCell cell : table.bulkLoad(name)) {
            all.writeBytes(text(Escapes.onLine(cell.rowName()) + " " + cell.bytes().length + "\n"));
            all.writeBytes(cell.bytes());
            requireFits("column '" + name + "' of table '" + table.path() + "'", all.size());
        }
        return all.toByteArray();
    }

    private String length(String path, String column) {
        Table table = tableOf(path);
        String name = named(table, column);
        Optional<List<CellInfo>> cells = table.cells(rowOf(path));
        return cells.stream()
                .flatMap(List::stream)
                .filter(cell -> cell.column().equals(name))
                .findAny()
                .map(cell -> Long.toString(cell.length()))
                .orElseThrow(() -> missing(table, rowOf(path), name));
    }

    private static void write(Table table, String row, String column, byte[] bytes) {
        table.put(row, named(table, column), bytes);
    }

    private static void requireFits(String what, long bytes) {
        if (bytes > VALUE_BYTES_MAX) {
            throw new PfsException(
                    ErrorCode.TOO_LARGE,
                    what + " has more than the " + VALUE_BYTES_MAX
                            + " bytes that an attribute carries; cells of any length are read"
                            + " and written as files below .columns");
        }
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
