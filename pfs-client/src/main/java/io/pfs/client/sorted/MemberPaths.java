package io.pfs.client.sorted;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.client.call.Promise;
import io.pfs.client.route.PfsPath;
import io.pfs.client.table.RowAccess;
import io.pfs.client.table.TableCatalog;
import io.pfs.row.TableParent;
import io.pfs.wire.TableView;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** Finds tables by their ids: from a table to the one that its row is in, up to the root, and then down the path that this is. */
final class MemberPaths {
    /** A path may change while it is found out. */
    private static final int ATTEMPTS_MAX = 10;

    private final TableCatalog catalog;
    /** Where tables were found last, which is tried first. */
    private final Map<TableId, PfsPath> last = new ConcurrentHashMap<>();

    MemberPaths(TableCatalog catalog) {
        this.catalog = catalog;
    }

    /** The table of a path, kept open. */
    CompletableFuture<RowAccess> open(PfsPath path) {
        Promise<RowAccess> opened = new Promise<>();
        catalog.keepRows(path, opened);
        return opened;
    }

    /** A table, kept open by the path that it has now; empty if there is none of this id any more. */
    CompletableFuture<Optional<RowAccess>> find(TableId table, ShardId home) {
        PfsPath known = last.get(table);
        return known == null
                ? search(table, home, 1)
                : opened(known, table)
                        .thenCompose(found ->
                                found.isPresent() ? CompletableFuture.completedFuture(found) : search(table, home, 1));
    }

    /** What a path leads to, if that is this table. */
    private CompletableFuture<Optional<RowAccess>> opened(PfsPath path, TableId table) {
        return open(path)
                .thenApply(
                        rows -> Optional.of(rows).filter(found -> found.table().equals(table)))
                .exceptionallyCompose(
                        e -> Failures.isOf(e, ErrorCode.NOT_FOUND) || Failures.isOf(e, ErrorCode.NOT_A_DIRECTORY)
                                ? CompletableFuture.completedFuture(Optional.empty())
                                : CompletableFuture.failedFuture(e));
    }

    private CompletableFuture<Optional<RowAccess>> search(TableId table, ShardId home, int attempt) {
        return ifFound(describe(table, home)).thenCompose(view -> {
            if (view.isEmpty()) {
                last.remove(table);
                return CompletableFuture.completedFuture(Optional.empty());
            }
            return searchFrom(view.get(), table, home, attempt);
        });
    }

    /** A table above it that is gone is one that this is not in any more. */
    private CompletableFuture<Optional<RowAccess>> searchFrom(
            TableView view, TableId table, ShardId home, int attempt) {
        return ifFound(up(view, new ArrayList<>()))
                .thenCompose(path -> at(path, table))
                .thenCompose(found -> {
                    if (found.isEmpty() && attempt < ATTEMPTS_MAX) {
                        return search(table, home, attempt + 1);
                    }
                    return CompletableFuture.completedFuture(Optional.of(found.orElseThrow(() -> new PfsException(
                            ErrorCode.BUSY,
                            table + " is being moved: " + ATTEMPTS_MAX + " times it was somewhere else"))));
                });
    }

    private CompletableFuture<Optional<RowAccess>> at(Optional<PfsPath> path, TableId table) {
        if (path.isEmpty()) {
            return CompletableFuture.completedFuture(Optional.empty());
        }
        return opened(path.get(), table).thenApply(found -> {
            found.ifPresent(rows -> last.put(table, path.get()));
            return found;
        });
    }

    private static <T> CompletableFuture<Optional<T>> ifFound(CompletableFuture<T> sought) {
        return sought.thenApply(Optional::of)
                .exceptionallyCompose(e -> Failures.isOf(e, ErrorCode.NOT_FOUND)
                        ? CompletableFuture.completedFuture(Optional.empty())
                        : CompletableFuture.failedFuture(e));
    }

    private CompletableFuture<TableView> describe(TableId table, ShardId home) {
        Promise<TableView> described = new Promise<>();
        catalog.byId(table, home).describe(described);
        return described;
    }

    /** Adds the names from here up to the root. */
    private CompletableFuture<PfsPath> up(TableView view, List<RowName> names) {
        TableParent parent = view.parent();
        if (parent.name().isEmpty()) {
            List<RowName> down = new ArrayList<>(names);
            Collections.reverse(down);
            return CompletableFuture.completedFuture(new PfsPath(down));
        }
        names.add(parent.name().get());
        if (names.size() > PfsPath.DEPTH_MAX) {
            throw new PfsException(
                    ErrorCode.NAME_INVALID, "a table lies deeper than the " + PfsPath.DEPTH_MAX + " names of a path");
        }
        return describe(parent.table(), parent.base()).thenCompose(above -> up(above, names));
    }
}
