package io.pfs.hadoop.spark.source;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.table.Hit;
import io.pfs.client.table.RowView;
import io.pfs.client.table.Table;
import io.pfs.client.table.TablePart;
import io.pfs.query.Query;
import io.pfs.query.text.QueryText;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/** Reads the first rows of a group: at least those, and more where some that come first do not count. For one thread. */
final class FirstFound {
    /** If these do not do, all are read. */
    private static final int ROWS_MAX = 8 * FirstRows.COUNT_MAX;

    private final Table table;
    private final Task.OfFirst task;
    private final Predicate<RowView> isWanted;

    /** @param isWanted the very filter */
    FirstFound(Table table, Task.OfFirst task, Predicate<RowView> isWanted) {
        this.table = table;
        this.task = task;
        this.isWanted = isWanted;
    }

    Iterator<RowView> rows() {
        for (int limit = task.count(); limit <= ROWS_MAX; limit *= 2) {
            Optional<List<RowView>> found = first(limit);
            if (found.isEmpty()) {
                break;
            } else if (found.get().size() < limit || isEnough(found.get())) {
                return found.get().iterator();
            }
        }
        return all();
    }

    /** Empty if they are more than is sorted at once. */
    private Optional<List<RowView>> first(int limit) {
        try {
            List<RowView> rows = new ArrayList<>();
            for (Hit hit : table.search(task.query() + " limit " + limit)) {
                rows.add(hit.row());
            }
            return Optional.of(rows);
        } catch (PfsException e) {
            if (e.code() == ErrorCode.TOO_LARGE) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private boolean isEnough(List<RowView> found) {
        return found.stream().filter(this::counts).count() >= task.count();
    }

    private boolean counts(RowView row) {
        return isWanted.test(row) && task.tags().stream().noneMatch(tag -> tag.isUnseen(row));
    }

    /** All of the group, in no order. */
    private Iterator<RowView> all() {
        String unordered =
                QueryText.print(Query.where(QueryText.parse(task.query()).where()));
        return table.search(unordered, TablePart.WHOLE);
    }
}
