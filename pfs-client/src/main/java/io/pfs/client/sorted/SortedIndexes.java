package io.pfs.client.sorted;

import io.pfs.ColumnId;
import io.pfs.ErrorCode;
import io.pfs.TableId;
import io.pfs.client.call.Promise;
import io.pfs.client.table.RowAccess;
import io.pfs.client.table.TableCatalog;
import io.pfs.query.index.Indexed;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The indexes that tables have since sorted files name their fields. */
final class SortedIndexes {
    private final TableCatalog catalog;
    private final SortedStore store;
    private final MemberPaths paths;

    SortedIndexes(TableCatalog catalog, SortedStore store, MemberPaths paths) {
        this.catalog = catalog;
        this.store = store;
        this.paths = paths;
    }

    /** What servers call these fields of a table. */
    CompletableFuture<List<Indexed>> resolve(RowAccess rows, List<String> fields) {
        Promise<List<Indexed>> resolved = new Promise<>();
        catalog.indexes(rows).resolve(fields, resolved);
        return resolved;
    }

    CompletableFuture<ColumnId> add(RowAccess rows, List<Indexed> fields) {
        return change(rows, fields, List.of());
    }

    private CompletableFuture<ColumnId> change(RowAccess rows, List<Indexed> added, List<Indexed> dropped) {
        Promise<ColumnId> changed = new Promise<>();
        catalog.indexes(rows).change(added, dropped, changed);
        return changed;
    }

    /** Drops the indexes of all fields that stood in a sorted file before, and are in none now. */
    CompletableFuture<Void> dropGone(SortedContent before, SortedContent after) {
        CompletableFuture<Void> all = CompletableFuture.completedFuture(null);
        for (SortedMember member : before.members()) {
            List<Indexed> gone = member.fields().stream()
                    .filter(field -> !after.names(member.table(), field))
                    .toList();
            if (!gone.isEmpty()) {
                SortedMember left = new SortedMember(member.table(), member.home(), gone);
                all = all.thenCompose(done -> drop(left));
            }
        }
        return all;
    }

    private CompletableFuture<Void> drop(SortedMember gone) {
        return paths.find(gone.table(), gone.home())
                .thenCompose(rows -> rows.isEmpty()
                        ? CompletableFuture.completedFuture(null)
                        : drop(rows.get(), gone.fields()).exceptionallyCompose(SortedIndexes::unlessTableIsGone));
    }

    private static CompletableFuture<Void> unlessTableIsGone(Throwable failure) {
        return Failures.isOf(failure, ErrorCode.NOT_FOUND)
                ? CompletableFuture.completedFuture(null)
                : CompletableFuture.failedFuture(failure);
    }

    /** Another one may begin to name a field while its index is dropped: then it gets it back. */
    private CompletableFuture<Void> drop(RowAccess rows, List<Indexed> fields) {
        return unnamed(rows.table(), fields).thenCompose(gone -> {
            if (gone.isEmpty()) {
                return CompletableFuture.completedFuture(null);
            }
            return change(rows, List.of(), gone)
                    .thenCompose(dropped -> unnamed(rows.table(), gone))
                    .thenCompose(still -> {
                        List<Indexed> again = gone.stream()
                                .filter(field -> !still.contains(field))
                                .toList();
                        return again.isEmpty()
                                ? CompletableFuture.completedFuture(null)
                                : add(rows, again).thenAccept(added -> {});
                    });
        });
    }

    /** Those that no sorted file names, nor may name, since it can't be read. */
    private CompletableFuture<List<Indexed>> unnamed(TableId table, List<Indexed> fields) {
        return store.all()
                .thenApply(all -> fields.stream()
                        .filter(field -> all.stream().noneMatch(listed -> listed.mayName(table, field)))
                        .toList());
    }
}
