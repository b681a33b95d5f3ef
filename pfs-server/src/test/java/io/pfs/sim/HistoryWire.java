package io.pfs.sim;

import io.pfs.ColumnId;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.format.ByteReader;
import io.pfs.row.Inline;
import io.pfs.row.Row;
import io.pfs.row.RowKind;
import io.pfs.row.TablePointer;
import io.pfs.sim.history.NameOperation;
import io.pfs.sim.history.NameOperation.Create;
import io.pfs.sim.history.NameOperation.Delete;
import io.pfs.sim.history.NameOperation.Lookup;
import io.pfs.sim.history.NameOperation.MakeDirectory;
import io.pfs.sim.history.NameOperation.Put;
import io.pfs.sim.history.NameOperation.RemoveDirectory;
import io.pfs.sim.history.NameOperation.RemoveTree;
import io.pfs.sim.history.NameOperation.Rename;
import io.pfs.sim.history.Outcome;
import io.pfs.table.Policy;
import io.pfs.wire.CellPut;
import io.pfs.wire.Expected;
import io.pfs.wire.FoundRow;
import io.pfs.wire.NewRow;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.RowFound;
import io.pfs.wire.Reply.TableMade;
import io.pfs.wire.Request.AboutRow;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.MakeTable;
import io.pfs.wire.Request.ReadRow;
import io.pfs.wire.Request.RemoveRow;
import io.pfs.wire.Request.RemoveTable;
import io.pfs.wire.Request.RenameRow;
import io.pfs.wire.RowEdit;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What the operations of a history are as requests, and replies as outcomes. The mark of a file is the beginning of its
 * content; that of a directory is its owner, so that it is known again wherever its row is found.
 */
final class HistoryWire {
    private static final ColumnId CONTENT = new ColumnId(0);

    /** What is asked for with a row. */
    static final List<ColumnId> COLUMNS = List.of(CONTENT);

    private static final int SPREADS = 3;
    private static final int PADDING_MAX = 200;

    private final Prng prng;
    private final int shards;
    private final Map<String, TablePointer> directories = new LinkedHashMap<>();
    private final Map<TableId, TablePointer> pointers = new TreeMap<>();

    HistoryWire(Prng prng, int shards) {
        this.prng = prng;
        this.shards = shards;
    }

    /** A directory is in this table. */
    void know(String directory, TablePointer pointer) {
        directories.put(directory, pointer);
        pointers.put(pointer.table(), pointer);
    }

    /** Those that somebody was told of, in the order in which that was. */
    List<String> directories() {
        return List.copyOf(directories.keySet());
    }

    TablePointer pointer(TableId table) {
        return Optional.ofNullable(pointers.get(table)).orElseThrow();
    }

    TablePointer pointer(String directory) {
        return Optional.ofNullable(directories.get(directory)).orElseThrow();
    }

    private TableId table(String directory) {
        return Optional.ofNullable(directories.get(directory)).orElseThrow().table();
    }

    AboutRow request(NameOperation operation) {
        if (operation instanceof Create create) {
            return edit(create.directory(), create.name(), Expected.ABSENT, create.file());
        } else if (operation instanceof Put put) {
            return edit(put.directory(), put.name(), Expected.ANY, put.file());
        } else if (operation instanceof Delete delete) {
            return new RemoveRow(table(delete.directory()), RowName.of(delete.name()), Expected.PRESENT);
        } else if (operation instanceof Lookup lookup) {
            return new ReadRow(table(lookup.directory()), RowName.of(lookup.name()), COLUMNS);
        } else if (operation instanceof Rename to) {
            TableId toTable = table(to.toDirectory());
            ShardId anyShard = pointer(toTable).base();
            return new RenameRow(
                    table(to.directory()),
                    RowName.of(to.name()),
                    anyShard,
                    toTable,
                    RowName.of(to.toName()),
                    to.overwrite());
        } else if (operation instanceof MakeDirectory make) {
            int owner = Integer.parseInt(make.made().substring(1));
            Optional<ShardId> home = Optional.of(new ShardId(prng.below(shards)));
            int spread = prng.below(SPREADS);
            RowName name = RowName.of(make.name());
            return new MakeTable(table(make.directory()), name, 0755, owner, 1, Policy.DYNAMIC, spread, home);
        }
        if (operation instanceof RemoveTree tree) {
            return new RemoveTable(table(tree.directory()), RowName.of(tree.name()), true);
        }
        RemoveDirectory remove = (RemoveDirectory) operation;
        return new RemoveTable(table(remove.directory()), RowName.of(remove.name()), false);
    }

    private EditRow edit(String directory, String name, Expected expected, String mark) {
        List<CellPut> puts = new ArrayList<>();
        String content = mark + " " + "-".repeat(prng.below(PADDING_MAX));
        puts.add(new CellPut(CONTENT, content.getBytes(StandardCharsets.UTF_8), false));
        return new EditRow(table(directory), RowName.of(name), expected, NewRow.FILE, RowEdit.ofCells(puts));
    }

    /** What a client was told; a directory that it was told of is known from here on. */
    Outcome outcome(NameOperation operation, Reply reply) {
        if (reply instanceof Refused refused) {
            return Outcome.of(refused.code());
        } else if (reply instanceof RowFound found) {
            return new Outcome.Ok(markOf(found.found()));
        } else if (operation instanceof MakeDirectory make && reply instanceof TableMade made) {
            know(make.made(), made.pointer());
        }
        return Outcome.DONE;
    }

    /** Which directory this table is. */
    String directoryOf(TableId table) {
        return directories.entrySet().stream()
                .filter(known -> known.getValue().table().equals(table))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
    }

    /** What bears the name of this row; if it is a directory it is known from here on. */
    String markOf(FoundRow found) {
        Row row = found.row();
        if (row.kind() == RowKind.DIRECTORY) {
            String mark = NameDraws.DIRECTORY + row.owner();
            know(
                    mark,
                    Inline.decode(new ByteReader("row", row.inline())).pointer().orElseThrow());
            return mark;
        }
        String content = found.cells()
                .get(0)
                .map(b -> new String(b, StandardCharsets.UTF_8))
                .orElse("no content ");
        return content.substring(0, content.indexOf(' '));
    }
}
