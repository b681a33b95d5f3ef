package io.pfs.client.table;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.TableId;
import io.pfs.client.call.Caller;
import io.pfs.client.call.Outcome;
import io.pfs.client.route.PfsPath;
import io.pfs.client.route.Walker;
import io.pfs.row.TablePointer;
import io.pfs.wire.Reply.TableMade;
import io.pfs.wire.Request.MakeTable;
import java.lang.ref.WeakReference;
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

    /** The rows of a table that a path was found to lead to. */
    public RowAccess rows(PfsPath path, TablePointer pointer) {
        return new RowAccess(caller, walker.placement(), pointer, path.toString());
    }

    /** Opens a table that exists. */
    public void open(PfsPath path, Outcome<AsyncTable> outcome) {
        walker.in(
                path,
                (pointer, opened) -> {
                    TableCore core = core(path, pointer);
                    core.columns().refresh(Outcome.then(opened, view -> opened.done(new AsyncTable(core))));
                },
                outcome);
    }

    private synchronized TableCore core(PfsPath path, TablePointer pointer) {
        WeakReference<TableCore> reference = opened.get(pointer.table());
        TableCore known = reference == null ? null : reference.get();
        RowAccess rows = rows(path, pointer);
        if (known != null && known.rows().equals(rows)) {
            return known;
        }
        TableCore core = new TableCore(rows, new Columns(rows));
        opened.remove(pointer.table()); // the key must be the one that the new value holds
        opened.put(pointer.table(), new WeakReference<>(core));
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
        caller.send(rows.ask(request, reply -> ((TableMade) reply).pointer(), Outcome.then(outcome, pointer -> {
            walker.directories().learn(path, pointer);
            outcome.done(pointer);
        })));
    }
}
