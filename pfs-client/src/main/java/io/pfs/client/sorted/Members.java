package io.pfs.client.sorted;

import io.pfs.client.call.Promise;
import io.pfs.client.route.PfsPath;
import io.pfs.client.table.RowAccess;
import io.pfs.query.index.Indexed;
import io.pfs.table.Column;
import io.pfs.wire.TableView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** The tables of a sorted file, found. */
final class Members {
    private final MemberPaths paths;

    /**
     * One that is there.
     *
     * @param columns of the table, if fields are about columns
     */
    record Found(SortedMember member, RowAccess rows, List<Column> columns) {
        String path() {
            return rows.label();
        }
    }

    /** One that is there, or not any more. */
    record Sought(SortedMember member, Optional<Found> found) {}

    Members(MemberPaths paths) {
        this.paths = paths;
    }

    /** A path of a query as tables that are found call theirs. */
    static String label(String path) {
        return PfsPath.parse(path).toString();
    }

    CompletableFuture<List<Sought>> find(SortedContent content) {
        CompletableFuture<List<Sought>> all = CompletableFuture.completedFuture(new ArrayList<>());
        for (SortedMember member : content.members()) {
            all = all.thenCombine(find(member), (found, next) -> {
                found.add(next);
                return found;
            });
        }
        return all;
    }

    private CompletableFuture<Sought> find(SortedMember member) {
        return paths.find(member.table(), member.home())
                .thenCompose(rows -> rows.isEmpty()
                        ? CompletableFuture.completedFuture(new Sought(member, Optional.empty()))
                        : columns(member, rows.get())
                                .thenApply(columns ->
                                        new Sought(member, Optional.of(new Found(member, rows.get(), columns)))));
    }

    static CompletableFuture<List<Column>> columns(SortedMember member, RowAccess rows) {
        if (member.fields().stream().noneMatch(Indexed.OfCell.class::isInstance)) {
            return CompletableFuture.completedFuture(List.of());
        }
        Promise<TableView> described = new Promise<>();
        rows.describe(described);
        return described.thenApply(view -> view.schema().columns());
    }
}
