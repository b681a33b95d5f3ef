package io.pfs.server.search;

import io.pfs.Limits;
import io.pfs.RowName;
import io.pfs.format.ByteWriter;
import io.pfs.query.Query;
import io.pfs.query.answer.Groups;
import io.pfs.query.answer.RowOrder;
import io.pfs.query.answer.TopRows;
import io.pfs.query.eval.Evaluator;
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
    private long keyBytes;

    /** None so far. */
    public Findings(Wanted wanted) {
        RowSearch search = wanted.search();
        this.path = search.path();
        this.query = wanted.query();
        this.evaluator = Evaluator.of(query.where());
        this.fields = new RowFields(search);
        this.groups = query.aggregates().isEmpty() ? Optional.empty() : Optional.of(new Groups(query));
        this.order = new RowOrder(groups.isEmpty() ? query.orderBy() : List.of());
        this.top = new TopRows(rowsMax(query));
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
        keyBytes += key.length();
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

    /** What was found takes so many bytes in an answer at most, about. */
    public long bytes() {
        return groups.isPresent() ? groups.get().bytes() : top.bytes();
    }

    /** What it took so far to look at rows, in nanoseconds, about; not less than one for each byte that was looked through. */
    public long steps() {
        return fields.steps() + evaluator.looks() + keyBytes;
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
