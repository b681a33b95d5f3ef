package io.pfs.server.search;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.format.ByteWriter;
import io.pfs.query.Field;
import io.pfs.query.Query;
import io.pfs.query.answer.Groups;
import io.pfs.query.answer.RowOrder;
import io.pfs.query.answer.TopRows;
import io.pfs.query.eval.Evaluator;
import io.pfs.query.text.QueryText;
import io.pfs.row.SoughtRow;
import io.pfs.server.slice.RowCursor;
import io.pfs.wire.RowSearch;
import java.util.List;
import java.util.Optional;

/** Looks at rows one after the other, and keeps what a query asks for: the first of those it wants, or groups of them. */
public final class Findings {
    /** Rows in any order: when those found take so many bytes, that is enough for one answer. */
    private static final long BYTES_ENOUGH = 1 << 20;

    private final String path;
    private final Query query;
    private final Evaluator evaluator;
    private final RowFields fields;
    private final RowOrder order;
    private final TopRows top;
    private final Optional<Groups> groups;
    private final ByteWriter key = new ByteWriter(128);
    private long bytesFound;

    private Findings(RowSearch search, Query query) {
        this.path = search.path();
        this.query = query;
        this.evaluator = Evaluator.of(query.where());
        this.fields = new RowFields(search);
        this.groups = query.aggregates().isEmpty() ? Optional.empty() : Optional.of(new Groups(query));
        this.order = new RowOrder(groups.isEmpty() ? query.orderBy() : List.of());
        this.top = new TopRows(rowsMax(query));
    }

    /** None so far. Refuses what can't be looked for row by row. */
    public static Findings of(RowSearch search) {
        Query query = QueryText.parse(search.query());
        if (query.join().isPresent()) {
            throw new PfsException(
                    ErrorCode.NOT_SUPPORTED, "rows of two tables are not joined by looking at one of them");
        }
        Findings none = new Findings(search, query);
        for (Field field : query.fields()) {
            if (!none.fields.knows(field)) {
                throw new PfsException(
                        ErrorCode.NOT_SUPPORTED,
                        "the " + field.words() + " does not stand in the row itself: only the first "
                                + Limits.DIRECT_COLUMNS_MAX + " columns of a table do");
            }
        }
        return none;
    }

    public Query query() {
        return query;
    }

    /** The rows that were found, if rows are asked for. */
    public TopRows top() {
        return top;
    }

    private static int rowsMax(Query query) {
        return (int) Math.min(query.limit().orElse(Long.MAX_VALUE), Limits.ROWS_PER_SEARCH_MAX);
    }

    public void look(RowCursor row) {
        fields.stand(row);
        if (!evaluator.holds(fields)) {
            return;
        }
        if (groups.isPresent()) {
            groups.get().add(fields);
            return;
        }
        key.clear();
        order.begin(fields, key);
        order.end(path, RowName.of(row.array(), row.nameAt(), row.nameLength()), key);
        top.offer(key, () -> bytesOf(row));
    }

    private byte[] bytesOf(RowCursor row) {
        byte[] bytes = SoughtRow.encode(row.array(), row.nameAt(), row.nameLength(), row.array(), row.rowAt());
        bytesFound += bytes.length;
        return bytes;
    }

    /** Whether further rows could change nothing, or had better wait for the next answer. */
    public boolean isEnough() {
        boolean isAnyOrder = groups.isEmpty() && query.orderBy().isEmpty();
        return isAnyOrder
                && (bytesFound >= BYTES_ENOUGH || top.size() >= query.limit().orElse(Long.MAX_VALUE));
    }

    public byte[] toBytes() {
        ByteWriter out = new ByteWriter(1024);
        if (groups.isPresent()) {
            groups.get().encode(out);
        } else {
            top.encode(out);
        }
        return out.toBytes();
    }
}
