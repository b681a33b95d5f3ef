package io.pfs.client.sorted;

import io.pfs.ErrorCode;
import io.pfs.client.call.Promise;
import io.pfs.client.route.PfsPath;
import io.pfs.client.table.AsyncTable;
import io.pfs.client.table.RowAccess;
import io.pfs.client.table.TableCatalog;
import io.pfs.client.table.TableOptions;
import io.pfs.row.TablePointer;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** All sorted files: rows of one directory. */
public final class SortedFiles {
    /** Where they are kept. */
    public static final String DIRECTORY = "/.sorted";

    private static final PfsPath PATH = PfsPath.parse(DIRECTORY);

    private final TableCatalog catalog;

    public SortedFiles(TableCatalog catalog) {
        this.catalog = catalog;
    }

    /** Makes one without tables; fails with {@code ALREADY_EXISTS} if there is one of this name. */
    public CompletableFuture<AsyncSorted> create(String name) {
        Promise<TablePointer> ensured = new Promise<>();
        catalog.ensure(PATH, TableOptions.DEFAULT, ensured);
        return ensured.thenCompose(pointer -> directory())
                .thenCompose(store -> store.create(name).thenApply(made -> sorted(name, store)));
    }

    /** Opens one; fails with {@code NOT_FOUND} if there is none of this name. */
    public CompletableFuture<AsyncSorted> open(String name) {
        return directory()
                .exceptionallyCompose(
                        e -> Failures.<SortedStore>replace(e, ErrorCode.NOT_FOUND, () -> SortedStore.missing(name)))
                .thenCompose(store -> store.read(name).thenApply(stored -> sorted(name, store)));
    }

    /** Removes one, and the indexes that no other names. */
    public CompletableFuture<Void> drop(String name) {
        return open(name).thenCompose(AsyncSorted::drop);
    }

    /** Their names, in order. */
    public CompletableFuture<List<String>> list() {
        return directory()
                .thenCompose(SortedStore::all)
                .thenApply(all -> all.stream().map(SortedStore.Listed::name).toList())
                .exceptionallyCompose(e -> Failures.isOf(e, ErrorCode.NOT_FOUND)
                        ? CompletableFuture.completedFuture(List.of())
                        : CompletableFuture.failedFuture(e));
    }

    /** Which of them a table is in. */
    public CompletableFuture<Memberships> of(String table) {
        Promise<RowAccess> opened = new Promise<>();
        catalog.keepRows(PfsPath.parse(table), opened);
        return opened.thenCompose(rows -> directory()
                .thenCompose(store -> store.of(rows.table()))
                .exceptionallyCompose(e -> Failures.isOf(e, ErrorCode.NOT_FOUND)
                        ? CompletableFuture.completedFuture(Memberships.NONE)
                        : CompletableFuture.failedFuture(e)));
    }

    private CompletableFuture<SortedStore> directory() {
        Promise<AsyncTable> opened = new Promise<>();
        catalog.open(PATH, opened);
        return opened.thenApply(SortedStore::new);
    }

    private AsyncSorted sorted(String name, SortedStore store) {
        return new AsyncSorted(name, catalog, store);
    }
}
