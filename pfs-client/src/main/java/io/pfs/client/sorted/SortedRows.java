package io.pfs.client.sorted;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.client.route.PfsPath;
import io.pfs.client.table.AsyncTable;
import io.pfs.client.table.RowEditor;
import io.pfs.client.table.RowVersion;
import io.pfs.client.table.TableCatalog;
import io.pfs.row.TagValue;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Tags of single rows of a sorted file's tables. */
final class SortedRows {
    /** As often as others may be faster. */
    private static final int ATTEMPTS_MAX = 100;

    private final String sorted;
    private final TableCatalog catalog;
    private final MemberPaths paths;

    SortedRows(String sorted, TableCatalog catalog, MemberPaths paths) {
        this.sorted = sorted;
        this.catalog = catalog;
        this.paths = paths;
    }

    CompletableFuture<RowVersion> set(SortedContent content, String path, Map<String, TagValue> tags) {
        PfsPath row = PfsPath.parse(path);
        return table(content, row, tags.keySet()).thenCompose(table -> {
            RowEditor edit = table.edit(row.name()).expectPresent();
            tags.forEach(edit::tag);
            return applied(edit, row);
        });
    }

    CompletableFuture<RowVersion> delete(SortedContent content, String path, String tag) {
        PfsPath row = PfsPath.parse(path);
        return table(content, row, List.of(tag))
                .thenCompose(
                        table -> applied(table.edit(row.name()).expectPresent().untag(tag), row));
    }

    CompletableFuture<Optional<TagValue>> test(SortedContent content, String path, String tag) {
        PfsPath row = PfsPath.parse(path);
        return table(content, row, List.of(tag))
                .thenCompose(table -> table.row(row.name()))
                .thenApply(found -> Optional.ofNullable(
                        found.orElseThrow(() -> missing(row)).tags().get(tag)));
    }

    CompletableFuture<RowVersion> update(SortedContent content, String path, String tag, TagValue value) {
        PfsPath row = PfsPath.parse(path);
        return table(content, row, List.of(tag)).thenCompose(table -> update(table, row, tag, value, 1));
    }

    private CompletableFuture<RowVersion> update(
            AsyncTable table, PfsPath row, String tag, TagValue value, int attempt) {
        RowName name = row.name();
        return table.row(name).thenCompose(found -> {
            var view = found.orElseThrow(() -> missing(row));
            if (!view.tags().containsKey(tag)) {
                throw new PfsException(ErrorCode.NOT_FOUND, "row '" + row + "' has no tag '" + tag + "' to be changed");
            }
            return table.edit(name)
                    .expect(view.rowVersion())
                    .tag(tag, value)
                    .applyAsync()
                    .exceptionallyCompose(e -> Failures.isOf(e, ErrorCode.VERSION_CHANGED) && attempt < ATTEMPTS_MAX
                            ? update(table, row, tag, value, attempt + 1)
                            : CompletableFuture.failedFuture(e));
        });
    }

    private static CompletableFuture<RowVersion> applied(RowEditor edit, PfsPath row) {
        return edit.applyAsync()
                .exceptionallyCompose(e -> Failures.replace(e, ErrorCode.NOT_FOUND, () -> missing(row)));
    }

    private static PfsException missing(PfsPath row) {
        return new PfsException(ErrorCode.NOT_FOUND, "row '" + row + "' does not exist");
    }

    /** The table of a row, of which these tags must have been chosen. */
    private CompletableFuture<AsyncTable> table(SortedContent content, PfsPath row, Collection<String> tags) {
        RowName unused = row.name(); // the root is no row
        return paths.open(row.parent()).thenApply(access -> {
            SortedMember member = content.find(access.table())
                    .orElseThrow(() -> new PfsException(
                            ErrorCode.NOT_FOUND, "'" + row.parent() + "' is no table of sorted file '" + sorted + "'"));
            tags.forEach(tag -> requireChosen(member, tag, row.parent()));
            return catalog.handle(access);
        });
    }

    private void requireChosen(SortedMember member, String tag, PfsPath table) {
        if (!member.hasTag(tag)) {
            throw new PfsException(
                    ErrorCode.NOT_FOUND,
                    "tag '" + tag + "' was not chosen of table '" + table + "' for sorted file '" + sorted
                            + "'; there are " + member.tags());
        }
    }
}
