package io.pfs.client.table;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.FileId;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.client.call.Ask;
import io.pfs.client.call.Caller;
import io.pfs.client.call.Outcome;
import io.pfs.client.route.Placement;
import io.pfs.client.route.Way;
import io.pfs.row.Row;
import io.pfs.row.TablePointer;
import io.pfs.wire.Expected;
import io.pfs.wire.FoundRow;
import io.pfs.wire.NewRow;
import io.pfs.wire.ObjectPrefix;
import io.pfs.wire.ObjectTicket;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.CellFound;
import io.pfs.wire.Reply.CellPlaced;
import io.pfs.wire.Reply.CellsListed;
import io.pfs.wire.Reply.IndexesMeasured;
import io.pfs.wire.Reply.Misplaced;
import io.pfs.wire.Reply.ObjectBegun;
import io.pfs.wire.Reply.ObjectDropped;
import io.pfs.wire.Reply.ObjectSealed;
import io.pfs.wire.Reply.ObjectWritten;
import io.pfs.wire.Reply.Refused;
import io.pfs.wire.Reply.RowChanged;
import io.pfs.wire.Reply.RowFound;
import io.pfs.wire.Reply.RowGone;
import io.pfs.wire.Reply.RowRenamed;
import io.pfs.wire.Reply.RowsChanged;
import io.pfs.wire.Reply.RowsFound;
import io.pfs.wire.Reply.RowsRead;
import io.pfs.wire.Reply.RowsSearched;
import io.pfs.wire.Reply.SpaceFound;
import io.pfs.wire.Reply.TableAltered;
import io.pfs.wire.Reply.TableFound;
import io.pfs.wire.Reply.TableGone;
import io.pfs.wire.Request;
import io.pfs.wire.Request.AboutRow;
import io.pfs.wire.Request.AlterTable;
import io.pfs.wire.Request.BeginObject;
import io.pfs.wire.Request.DescribeTable;
import io.pfs.wire.Request.DropObject;
import io.pfs.wire.Request.EditRow;
import io.pfs.wire.Request.EditRows;
import io.pfs.wire.Request.ForceObject;
import io.pfs.wire.Request.ListCells;
import io.pfs.wire.Request.ListRows;
import io.pfs.wire.Request.MeasureIndexes;
import io.pfs.wire.Request.MeasureSpace;
import io.pfs.wire.Request.ReadCell;
import io.pfs.wire.Request.ReadRow;
import io.pfs.wire.Request.ReadRows;
import io.pfs.wire.Request.RemoveRow;
import io.pfs.wire.Request.RemoveTable;
import io.pfs.wire.Request.RenameRow;
import io.pfs.wire.Request.SealObject;
import io.pfs.wire.Request.SearchRows;
import io.pfs.wire.Request.WriteObject;
import io.pfs.wire.RowEdit;
import io.pfs.wire.TableChange;
import io.pfs.wire.TableView;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One table's rows by ids, in callbacks: what the APIs above are made of. Refusals speak of the table by its path.
 *
 * @param way how the table was found; what goes along an old one is asked for first
 * @param label how messages call the table
 */
public record RowAccess(Caller caller, Placement placement, Way way, String label) {
    /** The same for what has begun already: it goes on in this table, wherever that is by now. */
    RowAccess begun() {
        return new RowAccess(caller, placement, Way.walked(pointer()), label);
    }

    public TablePointer pointer() {
        return way.pointer();
    }

    public TableId table() {
        return pointer().table();
    }

    /** Asks one thing, if the table is where it was found, or once that is known again. */
    void send(Ask ask) {
        if (way.holds()) {
            caller.send(ask);
        } else {
            way.go(() -> caller.send(ask), failure -> ask.sink().answer(Refused.of(failure)));
        }
    }

    /** The same for many things in one sending. */
    void send(List<Ask> asks) {
        if (way.holds()) {
            caller.send(asks);
        } else {
            way.go(
                    () -> caller.send(asks),
                    failure -> asks.forEach(ask -> ask.sink().answer(Refused.of(failure))));
        }
    }

    /** Says that the table is where it was found, or why not: then it has said nothing of what is in it. */
    void ifThere(Runnable there, Consumer<PfsException> failed) {
        way.go(there, failed);
    }

    public void edit(RowName name, Expected expected, NewRow ifNew, RowEdit edit, Outcome<RowVersion> outcome) {
        send(edit(new EditRow(table(), name, expected, ifNew, edit), outcome));
    }

    Ask edit(EditRow request, Outcome<RowVersion> outcome) {
        return ask(
                request,
                reply -> {
                    RowChanged changed = (RowChanged) reply;
                    return new RowVersion(changed.fileId(), changed.version());
                },
                outcome);
    }

    /** All of these edits or none; they are of names of one shard. */
    Ask edit(EditRows request, Outcome<RowsChanged> outcome) {
        RowName first = request.edits().get(0).name();
        return new Ask(request, shardOf(first), routerOf(first), sink(reply -> (RowsChanged) reply, outcome));
    }

    /** Rows by their names, all of one shard; the answer may tell of the first ones only. */
    Ask rows(ReadRows request, Outcome<RowsRead> outcome) {
        RowName first = request.names().get(0);
        return new Ask(request, shardOf(first), routerOf(first), sink(reply -> (RowsRead) reply, outcome));
    }

    private Ask.Router routerOf(RowName name) {
        return misplaced -> placement.after(misplaced, pointer(), name);
    }

    /** Where a name lives, as far as is known. */
    ShardId shardOf(RowName name) {
        return placement.shardOf(pointer(), name);
    }

    /** Gives a row another name, in the table with this pointer. */
    public void rename(RowName name, TablePointer to, RowName toName, boolean overwrite, Outcome<FileId> outcome) {
        Ask.Router router = new Ask.Router() {
            @Override
            public ShardId next(Misplaced misplaced) {
                return placement.after(misplaced, pointer(), name);
            }

            @Override
            public Request request(Request before) {
                ShardId toShard = placement.shardOf(to, toName);
                return new RenameRow(table(), name, toShard, to.table(), toName, overwrite);
            }
        };
        ShardId toShard = placement.shardOf(to, toName);
        RenameRow request = new RenameRow(table(), name, toShard, to.table(), toName, overwrite);
        send(new Ask(request, shardOf(name), router, sink(reply -> ((RowRenamed) reply).fileId(), outcome)));
    }

    /** Removes a subdirectory, with all that is in it if that is wanted. */
    public void removeTable(RowName name, boolean recursive, Outcome<TableId> outcome) {
        RemoveTable request = new RemoveTable(table(), name, recursive);
        send(ask(request, reply -> ((TableGone) reply).table(), outcome));
    }

    /** Removes a file or symlink; says whether there was one. */
    public void remove(RowName name, Expected expected, Outcome<Boolean> outcome) {
        RemoveRow request = new RemoveRow(table(), name, expected);
        send(ask(request, reply -> ((RowGone) reply).fileId().value() != 0, outcome));
    }

    public void row(RowName name, List<ColumnId> columns, Outcome<FoundRow> outcome) {
        send(ask(new ReadRow(table(), name, columns), reply -> ((RowFound) reply).found(), outcome));
    }

    /** The same for who can go on with the files of cells, if there are some for him: see {@link FoundRow#opens}. */
    public void rowOrFiles(RowName name, List<ColumnId> columns, Outcome<FoundRow> outcome) {
        boolean filesDo = !columns.isEmpty() && readsHere(name);
        send(ask(new ReadRow(table(), name, columns, filesDo), reply -> ((RowFound) reply).found(), outcome));
    }

    /** The bytes of a cell, so many, of this row; refused with {@code VERSION_CHANGED} if that was changed since. */
    void sameCell(FoundRow before, ColumnId column, int length, Outcome<byte[]> outcome) {
        Row known = before.row();
        Outcome<FoundRow> asked = Outcome.then(outcome, found -> {
            Row now = found.row();
            Optional<byte[]> cell = found.cells().get(0).filter(bytes -> bytes.length == length);
            if (!now.fileId().equals(known.fileId()) || now.version() != known.version() || cell.isEmpty()) {
                throw new PfsException(
                        ErrorCode.VERSION_CHANGED,
                        "row '" + before.name() + "' of '" + label + "' was changed before it was read");
            }
            outcome.done(cell.get());
        });
        row(before.name(), List.of(column), asked);
    }

    public void cell(RowName name, ColumnId column, long offset, int length, Outcome<CellFound> outcome) {
        send(cell(new ReadCell(table(), name, column, offset, length), outcome));
    }

    /** Whether a cell of this row may be read here, by its place. */
    boolean readsHere(RowName name) {
        return caller.readsHere(shardOf(name));
    }

    /** Where a cell is, for who may read it here: {@link CellPlaced}, or {@link CellFound} if it has no place. */
    void place(RowName name, ColumnId column, int length, Outcome<Reply> outcome) {
        ReadCell request = new ReadCell(table(), name, column, 0, length, true);
        send(ask(request, reply -> reply instanceof CellPlaced ? reply : (CellFound) reply, outcome));
    }

    Ask cell(ReadCell request, Outcome<CellFound> outcome) {
        return ask(request, reply -> (CellFound) reply, outcome);
    }

    public void cells(RowName name, Outcome<CellsListed> outcome) {
        send(ask(new ListCells(table(), name), reply -> (CellsListed) reply, outcome));
    }

    // Large cells, before an edit refers to them

    void beginObject(
            RowName name,
            ColumnId column,
            ObjectTicket ticket,
            long bytes,
            Optional<ObjectPrefix> prefix,
            Outcome<ObjectBegun> outcome) {
        BeginObject request = new BeginObject(table(), name, column, ticket, bytes, prefix);
        send(ask(request, reply -> (ObjectBegun) reply, outcome));
    }

    void writeObject(RowName name, ObjectTicket ticket, long offset, byte[] piece, Outcome<Long> outcome) {
        WriteObject request = new WriteObject(table(), name, ticket, offset, piece);
        send(ask(request, reply -> ((ObjectWritten) reply).bytes(), outcome));
    }

    void forceObject(RowName name, ObjectTicket ticket, long bytes, Outcome<Long> outcome) {
        ForceObject request = new ForceObject(table(), name, ticket, bytes);
        send(ask(request, reply -> ((ObjectWritten) reply).bytes(), outcome));
    }

    void sealObject(RowName name, ObjectTicket ticket, long bytes, Outcome<Long> outcome) {
        SealObject request = new SealObject(table(), name, ticket, bytes);
        send(ask(request, reply -> ((ObjectSealed) reply).bytes(), outcome));
    }

    void dropObject(RowName name, ObjectTicket ticket, Outcome<ObjectDropped> outcome) {
        send(ask(new DropObject(table(), name, ticket), reply -> (ObjectDropped) reply, outcome));
    }

    public void page(ListRows request, Outcome<RowsFound> outcome) {
        Reply.Sink sink = sink(reply -> (RowsFound) reply, outcome);
        Ask.Router router = misplaced -> placement.after(misplaced, pointer(), request.cursor());
        send(new Ask(request, placement.shardBehind(pointer(), request.cursor()), router, sink));
    }

    long newSearchId() {
        return caller.newSearchId();
    }

    /** What a query finds behind a place. */
    public void search(SearchRows request, Outcome<RowsSearched> outcome) {
        Reply.Sink sink = sink(reply -> (RowsSearched) reply, outcome);
        Ask.Router router = misplaced -> placement.after(misplaced, pointer(), request.cursor());
        send(new Ask(request, placement.shardBehind(pointer(), request.cursor()), router, sink));
    }

    /** How far indexes are, shard by shard. */
    void measureIndexes(MeasureIndexes request, Outcome<IndexesMeasured> outcome) {
        Reply.Sink sink = sink(reply -> (IndexesMeasured) reply, outcome);
        Ask.Router router = misplaced -> placement.after(misplaced, pointer(), request.cursor());
        send(new Ask(request, placement.shardBehind(pointer(), request.cursor()), router, sink));
    }

    /** How much space there is where the table is kept. */
    public void measure(Outcome<SpaceFound> outcome) {
        send(aboutTable(new MeasureSpace(table()), SpaceFound.class::cast, outcome));
    }

    /** The host of the server that has the first slice of a part, if the table is spread as its pointer says. */
    Optional<String> hostOf(TablePart part) {
        return caller.hostOf(firstShardOf(part));
    }

    private ShardId firstShardOf(TablePart part) {
        return placement.shardOfSlice(pointer(), part.firstSlice(pointer().spread()));
    }

    /** Whether it can be said which hosts have cells of a part. */
    boolean knowsHosts(TablePart part) {
        return caller.knowsHosts(firstShardOf(part));
    }

    /** What is known of the table now. */
    public void describe(Outcome<TableView> outcome) {
        send(aboutTable(new DescribeTable(table()), reply -> ((TableFound) reply).table(), outcome));
    }

    /** Sets attributes of the table. */
    public void alter(RowEdit.Attributes attributes, Outcome<Boolean> outcome) {
        TableChange change = new TableChange.SetAttributes(attributes);
        send(aboutTable(new AlterTable(table(), change), reply -> reply instanceof TableAltered, outcome));
    }

    /** Asks the table itself, which is at home in the shard of its first slice. */
    <T> Ask aboutTable(Request request, Function<Reply, T> meaning, Outcome<T> outcome) {
        return new Ask(request, pointer().base(), sink(meaning, outcome));
    }

    <T> Ask ask(AboutRow request, Function<Reply, T> meaning, Outcome<T> outcome) {
        return new Ask(request, shardOf(request.name()), routerOf(request.name()), sink(meaning, outcome));
    }

    private <T> Reply.Sink sink(Function<Reply, T> meaning, Outcome<T> outcome) {
        return reply -> {
            if (reply instanceof Refused refused) {
                outcome.failed(named(refused));
                return;
            }
            T value;
            try {
                value = meaning.apply(reply);
            } catch (ClassCastException e) {
                outcome.failed(new PfsException(
                        ErrorCode.INVARIANT_BROKEN, "a server answered something else than was asked: " + reply, e));
                return;
            }
            outcome.done(value);
        };
    }

    /** Servers know tables by their ids, people by their paths. */
    private PfsException named(Refused refused) {
        // the whole id: others begin with the same digits
        Pattern id = Pattern.compile(Pattern.quote(table().toString()) + "\\b");
        String message = id.matcher(refused.message()).replaceAll(Matcher.quoteReplacement("table '" + label + "'"));
        return new PfsException(refused.code(), message);
    }
}
