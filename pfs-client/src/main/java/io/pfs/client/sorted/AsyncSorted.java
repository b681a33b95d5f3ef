package io.pfs.client.sorted;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.TableId;
import io.pfs.client.route.PfsPath;
import io.pfs.client.table.Explanation;
import io.pfs.client.table.RowAccess;
import io.pfs.client.table.RowVersion;
import io.pfs.client.table.Search;
import io.pfs.client.table.TableCatalog;
import io.pfs.client.table.TableIndexes;
import io.pfs.query.Query;
import io.pfs.query.text.ParsedQuery;
import io.pfs.query.text.QueryText;
import io.pfs.row.TagValue;
import io.pfs.table.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

/** A sorted file, in futures. Any number of threads may use it. */
public final class AsyncSorted {
    private final String name;
    private final TableCatalog catalog;
    private final SortedStore store;
    private final MemberPaths paths;
    private final SortedIndexes indexes;
    private final SortedRows rows;
    private volatile boolean closed;

    AsyncSorted(String name, TableCatalog catalog, SortedStore store) {
        this.name = name;
        this.catalog = catalog;
        this.store = store;
        this.paths = new MemberPaths(catalog);
        this.indexes = new SortedIndexes(catalog, store, paths);
        this.rows = new SortedRows(name, catalog, paths);
    }

    public String name() {
        return name;
    }

    // Tables and fields

    /** Has these fields of a table be searched, too, and indexes kept for them; they are written as in queries. */
    public CompletableFuture<Void> add(String table, List<String> fields) {
        requireOpen();
        if (fields.isEmpty()) {
            throw new PfsException(ErrorCode.USAGE, "which fields of table '" + table + "'? Name one at least");
        }
        return paths.open(PfsPath.parse(table))
                .thenCompose(access -> indexes.resolve(access, fields).thenCompose(resolved -> {
                    SortedMember added =
                            new SortedMember(access.table(), access.pointer().base(), resolved);
                    return store.change(name, content -> content.with(added))
                            .thenCompose(changed -> indexes.add(access, resolved))
                            .thenAccept(done -> {});
                }));
    }

    /** Has a table be searched by the same fields as one of its tables, which stays, too: before it takes the place of that. */
    public CompletableFuture<Void> addLike(String table, String known) {
        requireOpen();
        return paths.open(PfsPath.parse(known))
                .thenCompose(access -> store.read(name).thenCompose(stored -> fields(stored.content(), access)))
                .thenCompose(fields -> fields.isEmpty() ? CompletableFuture.completedFuture(null) : add(table, fields));
    }

    /** Of a table of it, as they are written; without sizes of columns that it has no more. */
    private CompletableFuture<List<String>> fields(SortedContent content, RowAccess access) {
        SortedMember member = content.find(access.table()).orElseThrow(() -> noMember(access.label()));
        return Members.columns(member, access).thenApply(columns -> texts(member, columns));
    }

    private static List<String> texts(SortedMember member, List<Column> columns) {
        return member.fields().stream()
                .flatMap(field -> TableIndexes.text(field, columns).stream())
                .toList();
    }

    /** Fails with {@code PERMISSION_DENIED} for who may not change it: for who changes it in the end of something that costs more. */
    public CompletableFuture<Void> requireChangeable() {
        requireOpen();
        return store.touch(name).thenAccept(version -> {});
    }

    /** Takes these fields of a table out, and drops the indexes that no other sorted file names. */
    public CompletableFuture<Void> remove(String table, List<String> fields) {
        requireOpen();
        return paths.open(PfsPath.parse(table))
                .thenCompose(access -> indexes.resolve(access, fields)
                        .thenCompose(resolved ->
                                without(content -> content.without(requireMember(content, access), resolved))));
    }

    /** Takes a table out with all its fields; one that is gone by its id, as {@link #tables} tells it. */
    public CompletableFuture<Void> remove(String table) {
        requireOpen();
        if (table.startsWith("/")) {
            return paths.open(PfsPath.parse(table))
                    .thenCompose(access -> without(content ->
                            withoutAll(content, requireMember(content, access).toString())));
        }
        return without(content -> withoutAll(content, table));
    }

    private SortedContent withoutAll(SortedContent content, String id) {
        SortedMember gone = content.members().stream()
                .filter(member -> member.table().toString().equals(id))
                .findAny()
                .orElseThrow(() -> noMember(id));
        return content.without(gone.table(), gone.fields());
    }

    private TableId requireMember(SortedContent content, RowAccess access) {
        return content.find(access.table())
                .orElseThrow(() -> noMember(access.label()))
                .table();
    }

    private PfsException noMember(String table) {
        return new PfsException(ErrorCode.NOT_FOUND, "'" + table + "' is no table of sorted file '" + name + "'");
    }

    private CompletableFuture<Void> without(UnaryOperator<SortedContent> change) {
        return store.change(name, change).thenCompose(changed -> indexes.dropGone(changed.before(), changed.after()));
    }

    /** Its tables, by the paths they have now, in the order they were added. */
    public CompletableFuture<List<SortedTable>> tables() {
        requireOpen();
        return store.read(name)
                .thenCompose(stored -> new Members(paths).find(stored.content()))
                .thenApply(sought -> sought.stream().map(AsyncSorted::shown).toList());
    }

    private static SortedTable shown(Members.Sought sought) {
        List<Column> columns = sought.found().map(Members.Found::columns).orElse(List.of());
        return new SortedTable(
                sought.found().map(Members.Found::path),
                sought.member().table().toString(),
                texts(sought.member(), columns));
    }

    // Rows

    /**
     * A query of its tables, or of those that it names: in the language, or in the short form, {@code R:k1 < 10&k2 > 20}. Tags that
     * were chosen of none of its tables are refused.
     */
    public CompletableFuture<Search> search(String query) {
        requireOpen();
        ParsedQuery parsed = QueryText.parsed(query);
        return store.read(name)
                .thenCompose(stored -> new Members(paths).find(stored.content()))
                .thenApply(sought -> search(parsed, sought));
    }

    private Search search(ParsedQuery parsed, List<Members.Sought> sought) {
        List<Members.Found> found =
                sought.stream().flatMap(one -> one.found().stream()).toList();
        if (found.isEmpty()) {
            throw new PfsException(
                    ErrorCode.USAGE, "sorted file '" + name + "' has no tables to be searched: add some");
        }
        return catalog.search(parsed, asked(parsed.query(), found), new SortedCatalogue(found));
    }

    /** The tables that a query means; all, if it names one that is none of them, which is refused then. */
    private static List<RowAccess> asked(Query query, List<Members.Found> found) {
        List<RowAccess> all = found.stream().map(Members.Found::rows).toList();
        List<RowAccess> asked = new ArrayList<>();
        for (String path : TableCatalog.tablesOf(query)) {
            all.stream()
                    .filter(one -> one.label().equals(Members.label(path)))
                    .findFirst()
                    .ifPresent(asked::add);
        }
        return asked.isEmpty() ? all : asked;
    }

    /** Runs a query and tells how it was answered. */
    public CompletableFuture<Explanation> explain(String query) {
        return search(query).thenCompose(Search::explainAsync);
    }

    /** Sets tags of a row of one of its tables, all of them at once; they must have been chosen. */
    public CompletableFuture<RowVersion> set(String path, Map<String, TagValue> tags) {
        requireOpen();
        return store.read(name).thenCompose(stored -> rows.set(stored.content(), path, tags));
    }

    /** Removes a tag of a row, if it has one. */
    public CompletableFuture<RowVersion> delete(String path, String tag) {
        requireOpen();
        return store.read(name).thenCompose(stored -> rows.delete(stored.content(), path, tag));
    }

    /** Gives a tag of a row another value; fails with {@code NOT_FOUND} if it has none. */
    public CompletableFuture<RowVersion> update(String path, String tag, TagValue value) {
        requireOpen();
        return store.read(name).thenCompose(stored -> rows.update(stored.content(), path, tag, value));
    }

    /** A tag of a row; empty if it has none. */
    public CompletableFuture<Optional<TagValue>> test(String path, String tag) {
        requireOpen();
        return store.read(name).thenCompose(stored -> rows.test(stored.content(), path, tag));
    }

    // The handle

    CompletableFuture<Void> drop() {
        return store.drop(name).thenCompose(before -> indexes.dropGone(before, SortedContent.EMPTY));
    }

    private void requireOpen() {
        if (closed) {
            throw new PfsException(ErrorCode.CLOSED, "sorted file '" + name + "' was closed by its user");
        }
    }

    void close() {
        closed = true;
    }
}
