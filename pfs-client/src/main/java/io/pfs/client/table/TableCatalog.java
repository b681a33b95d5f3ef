package io.pfs.client.table;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.client.call.Caller;
import io.pfs.client.call.Outcome;
import io.pfs.client.route.PfsPath;
import io.pfs.client.route.Walker;
import io.pfs.client.route.Way;
import io.pfs.query.Query;
import io.pfs.query.bind.Catalogue;
import io.pfs.query.text.ParsedQuery;
import io.pfs.query.text.QueryText;
import io.pfs.row.TablePointer;
import io.pfs.wire.Reply.TableMade;
import io.pfs.wire.Request.MakeTable;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.WeakHashMap;

/** Opens and makes tables by their paths, in callbacks. */
public final class TableCatalog {
    private final Caller caller;
    private final Walker walker;
    /** All handles of a table share what is known of its columns. The key is held by the value, so both go together. */
    private final Map<TableId, WeakReference<TableCore>> opened = new WeakHashMap<>();

    public TableCatalog(Caller caller, Walker walker) {
        this.caller = caller;
        this.walker = walker;
    }

    public Walker walker() {
        return walker;
    }

    /** See {@link Caller#together}. */
    public void together(Runnable task) {
        caller.together(task);
    }

    /** The rows of a table, for the operation that has walked there. */
    public RowAccess rows(PfsPath path, TablePointer pointer) {
        return rows(path, Way.walked(pointer));
    }

    /** The rows of a table that was found in this way. */
    private RowAccess rows(PfsPath path, Way way) {
        return new RowAccess(caller, walker.placement(), way, path.toString());
    }

    /** The rows of a table that is kept open: each operation goes to it only while its path leads there. */
    public void keepRows(PfsPath path, Outcome<RowAccess> outcome) {
        walker.open(path, Outcome.then(outcome, way -> outcome.done(rows(path, way))));
    }

    /** Opens a table that exists. */
    public void open(PfsPath path, Outcome<AsyncTable> outcome) {
        keepRows(path, Outcome.then(outcome, rows -> {
            TableCore core = core(rows);
            core.columns().refresh(Outcome.then(outcome, view -> outcome.done(new AsyncTable(core))));
        }));
    }

    /** A table by its id, for one who asks what is known of it: no path leads there. */
    public RowAccess byId(TableId table, ShardId base) {
        Way way = Way.walked(new TablePointer(table, base, 0, 0));
        return new RowAccess(caller, walker.placement(), way, table.toString());
    }

    /** A handle of a table that is kept open. */
    public AsyncTable handle(RowAccess rows) {
        return new AsyncTable(core(rows));
    }

    public TableIndexes indexes(RowAccess rows) {
        return new TableIndexes(core(rows));
    }

    /** A query of tables that are kept open; what does not fit these is pointed at. */
    public Search search(ParsedQuery parsed, List<RowAccess> tables, Catalogue catalogue) {
        return Search.of(parsed, tables.stream().map(this::core).toList(), catalogue);
    }

    /** The paths of the tables that a query names; of a join its two. */
    public static List<String> tablesOf(Query query) {
        return Search.tablesOf(query);
    }

    /** Makes a query ready for the tables that it names. */
    public void search(String query, Outcome<Search> outcome) {
        ParsedQuery parsed = QueryText.parsed(query);
        if (Search.tablesOf(parsed.query()).isEmpty()) {
            throw new PfsException(
                    ErrorCode.USAGE, "the query does not say of which tables: begin it with 'from' and their paths");
        }
        openNext(parsed, new ArrayList<>(), outcome);
    }

    private void openNext(ParsedQuery parsed, List<TableCore> opened, Outcome<Search> outcome) {
        List<String> paths = Search.tablesOf(parsed.query());
        if (opened.size() == paths.size()) {
            outcome.done(Search.of(parsed, opened, Catalogue.ofAnyRows()));
            return;
        }
        String path = paths.get(opened.size());
        Outcome<RowAccess> found = Outcome.either(
                rows -> {
                    opened.add(core(rows));
                    openNext(parsed, opened, outcome);
                },
                cause -> outcome.failed(
                        cause.code().kind() == ErrorCode.Kind.REQUEST ? parsed.pointingAt(path, cause) : cause));
        keepRows(PfsPath.parse(path), found);
    }

    private synchronized TableCore core(RowAccess rows) {
        TableId table = rows.table();
        WeakReference<TableCore> reference = opened.get(table);
        TableCore known = reference == null ? null : reference.get();
        if (known != null && known.rows().label().equals(rows.label())) {
            return known;
        }
        TableCore core = new TableCore(table, rows, new Columns(rows));
        opened.remove(table); // the key must be the one that the new value holds
        opened.put(table, new WeakReference<>(core));
        return core;
    }

    /** Makes a table in a directory that exists; fails with {@code ALREADY_EXISTS} if the name is taken. */
    public void create(PfsPath path, TableOptions options, Outcome<TablePointer> outcome) {
        if (path.isRoot()) {
            throw new PfsException(ErrorCode.ALREADY_EXISTS, "'/' is the root, which is always there");
        }
        walker.in(path.parent(), (parent, made) -> make(path, parent, options, made), outcome);
    }

    /** Makes a table, with all directories above it that are missing; does nothing if it is there. */
    public void ensure(PfsPath path, TableOptions options, Outcome<TablePointer> outcome) {
        walker.find(path, Outcome.either(outcome::done, cause -> {
            if (cause.code() == ErrorCode.NOT_FOUND) {
                new Ensuring(this, path, options, outcome).again();
            } else {
                outcome.failed(cause);
            }
        }));
    }

    void make(PfsPath path, TablePointer parent, TableOptions options, Outcome<TablePointer> outcome) {
        MakeTable request = new MakeTable(
                parent.table(),
                path.name(),
                options.mode(),
                options.owner(),
                options.group(),
                options.policy(),
                options.spreading(),
                Optional.empty());
        RowAccess rows = rows(path.parent(), parent);
        rows.send(rows.ask(request, reply -> ((TableMade) reply).pointer(), outcome));
    }
}
