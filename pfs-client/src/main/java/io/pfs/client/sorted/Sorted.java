package io.pfs.client.sorted;

import io.pfs.client.call.Promise;
import io.pfs.client.table.Explanation;
import io.pfs.client.table.RowVersion;
import io.pfs.client.table.Search;
import io.pfs.row.TagValue;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A sorted file: chosen fields of chosen tables, which are searched together. Any number of threads may use it.
 *
 * <pre>
 * Sorted hot = pfs.createSorted("hot");
 * hot.add("/photos", "heat", "type");
 * hot.add("/scans", "heat");
 * for (Hit hit : hot.search("R:heat &gt; 5&amp;type = jpeg")) {
 *     System.out.println(hit.path());
 * }
 * </pre>
 */
public final class Sorted implements AutoCloseable {
    private final AsyncSorted async;

    public Sorted(AsyncSorted async) {
        this.async = async;
    }

    /** The same sorted file, without waiting. */
    public AsyncSorted async() {
        return async;
    }

    public String name() {
        return async.name();
    }

    // Tables and fields

    /** Has these fields of a table be searched, too, and indexes kept for them; they are written as in queries. */
    public void add(String table, String... fields) {
        Promise.await(async.add(table, List.of(fields)));
    }

    /** Has a table be searched by the same fields as one of its tables, which stays, too: before it takes the place of that. */
    public void addLike(String table, String known) {
        Promise.await(async.addLike(table, known));
    }

    /** Refused with {@code PERMISSION_DENIED} for who may not change it: for who changes it in the end of something that costs more. */
    public void requireChangeable() {
        Promise.await(async.requireChangeable());
    }

    /**
     * Takes these fields of a table out, without any the table itself, and drops the indexes that no other sorted file names. A table
     * that is gone is taken out by its id, as {@link #tables} tells it.
     */
    public void remove(String table, String... fields) {
        Promise.await(fields.length == 0 ? async.remove(table) : async.remove(table, List.of(fields)));
    }

    /** Its tables, by the paths they have now, in the order they were added. */
    public List<SortedTable> tables() {
        return Promise.await(async.tables());
    }

    // Rows

    /**
     * A query of its tables, or of those that it names: in the language, or in the short form, {@code R:k1 < 10&k2 > 20}. Tags that
     * were chosen of none of its tables are refused.
     */
    public Search search(String query) {
        return Promise.await(async.search(query));
    }

    /** Runs a query and tells how it was answered. */
    public Explanation explain(String query) {
        return Promise.await(async.explain(query));
    }

    /** Sets tags of a row of one of its tables, all of them at once; they must have been chosen. */
    public RowVersion set(String path, Map<String, TagValue> tags) {
        return Promise.await(async.set(path, tags));
    }

    /** Removes a tag of a row, if it has one. */
    public RowVersion delete(String path, String tag) {
        return Promise.await(async.delete(path, tag));
    }

    /** Gives a tag of a row another value; refused with {@code NOT_FOUND} if it has none. */
    public RowVersion update(String path, String tag, TagValue value) {
        return Promise.await(async.update(path, tag, value));
    }

    /** A tag of a row; empty if it has none. */
    public Optional<TagValue> test(String path, String tag) {
        return Promise.await(async.test(path, tag));
    }

    /** Ends the use of this handle; the sorted file stays. */
    @Override
    public void close() {
        async.close();
    }
}
