package io.pfs.client.table;

import io.pfs.ErrorCode;
import io.pfs.Limits;
import io.pfs.PfsException;
import io.pfs.client.call.Outcome;
import io.pfs.client.call.Promise;
import io.pfs.client.table.Explanation.Step;
import io.pfs.client.table.Pages.Found;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.query.Field;
import io.pfs.query.Query;
import io.pfs.query.answer.GroupRow;
import io.pfs.query.answer.Groups;
import io.pfs.query.answer.TopRows;
import io.pfs.query.bind.Binder;
import io.pfs.query.bind.BoundQuery;
import io.pfs.query.bind.Catalogue;
import io.pfs.query.text.ParsedQuery;
import io.pfs.query.text.QueryText;
import io.pfs.row.SoughtRow;
import io.pfs.table.Column;
import io.pfs.wire.Cursor;
import io.pfs.wire.FoundRow;
import io.pfs.wire.Reply.RowsSearched;
import io.pfs.wire.Request.SearchRows;
import io.pfs.wire.RowSearch;
import io.pfs.wire.RowSearch.Form;
import io.pfs.wire.SearchCost;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * A query, and the tables whose rows it is asked of. The servers look at all rows of these and send back what is asked for; a row
 * that is there all the time is looked at once, one that comes or goes meanwhile once or not at all.
 */
public final class Search implements Iterable<Hit> {
    private final List<TableCore> tables;
    private final Query query;
    private final Optional<PairSearch> pairs;

    private Search(List<TableCore> tables, Query query, Optional<PairSearch> pairs) {
        this.tables = tables;
        this.query = query;
        this.pairs = pairs;
    }

    /** Of rows of one table. */
    static Search ofRows(TableCore table, Query query) {
        return new Search(List.of(table), query, Optional.empty());
    }

    /** The paths of the tables that a query names, as they stand there: those of a join are two, be they the same or not. */
    static List<String> tablesOf(Query query) {
        return query.join()
                .map(join -> List.of(join.left().table(), join.right().table()))
                .orElse(query.tables());
    }

    static Search of(ParsedQuery parsed, List<TableCore> tables, Catalogue catalogue) {
        BoundQuery bound = Binder.bind(
                parsed, catalogue); // which refuses tables that the catalogue has not, before any is counted on
        Optional<PairSearch> pairs =
                bound.query().join().map(join -> new PairSearch(bound, tables.get(0), tables.get(1)));
        return new Search(List.copyOf(tables), bound.query(), pairs);
    }

    /** Whether groups are asked for, and not rows. */
    public boolean isOfGroups() {
        return !query.aggregates().isEmpty();
    }

    /** Whether pairs of rows are asked for, as a join has them, and neither rows nor groups. */
    public boolean isOfPairs() {
        return pairs.isPresent() && !isOfGroups();
    }

    /**
     * The pairs that a join asks for, in their order. Rows of the table that has fewer of them are kept here meanwhile: at most a
     * million that fulfil what is said of them alone, and 64 MiB.
     */
    public CompletableFuture<List<HitPair>> pairs() {
        if (!isOfPairs()) {
            throw new PfsException(
                    ErrorCode.USAGE, "the query asks for " + (isOfGroups() ? "groups" : "rows") + ", not for pairs");
        }
        return pairs.orElseThrow().pairs();
    }

    /** What rows of a group have in common, in the words of the query; empty if all are one group, or rows are asked for. */
    public Optional<String> groupedBy() {
        return query.groupBy().map(QueryText::print);
    }

    /** What is asked for of each group, in the words of the query. */
    public List<String> aggregates() {
        return query.aggregates().stream().map(QueryText::print).toList();
    }

    /**
     * The rows. Without an order they come as servers find them, a page at a time; with one all are looked at first, and so many kept
     * as the limit says.
     */
    @Override
    public Iterator<Hit> iterator() {
        requireRows();
        return query.orderBy().isEmpty()
                ? new Hits(this, TablePart.WHOLE)
                : Promise.await(rows()).iterator();
    }

    /** All rows that are asked for, in their order. */
    public CompletableFuture<List<Hit>> rows() {
        requireRows();
        RowsGathered gathered = new RowsGathered();
        return gather(gathered).thenApply(done -> gathered.hits());
    }

    /** The groups that are asked for, in their order; without {@code group by} one, of all rows. */
    public CompletableFuture<List<GroupRow>> groups() {
        if (!isOfGroups()) {
            throw new PfsException(ErrorCode.USAGE, "the query asks for rows, not for what is made of them");
        }
        if (pairs.isPresent()) {
            return pairs.get().groups();
        }
        Groups groups = new Groups(query);
        Gathering adding = (nth, page) -> {
            groups.addAll(Groups.decode(query, reader(page)));
            return true;
        };
        return gather(adding).thenApply(done -> groups.rows(query));
    }

    /** Runs it, keeping nothing of what is found, and tells how it was answered and what that took. */
    public Explanation explain() {
        return Promise.await(explainAsync());
    }

    public CompletableFuture<Explanation> explainAsync() {
        if (pairs.isPresent()) {
            return pairs.get().explain();
        }
        Costs costs = new Costs();
        return gather(costs).thenApply(done -> new Explanation(inOrderOfTables(costs.steps)));
    }

    /** Servers answer in any order. */
    private List<Step> inOrderOfTables(List<Step> steps) {
        List<String> labels = tables.stream().map(table -> table.rows().label()).toList();
        return steps.stream()
                .sorted(Comparator.comparingInt(step -> labels.indexOf(step.table())))
                .toList();
    }

    private Step step(int nth, RowsSearched page, long found) {
        SearchCost cost = page.cost();
        return new Step(label(nth), cost.plan(), 1, cost.keysRead(), cost.rowsRead(), found);
    }

    /** Takes the bytes of rows. */
    interface EachRow {
        /** Says whether more are of use. */
        boolean take(byte[] row);
    }

    /** Shows all rows of the first table that are asked for, in no order, and what each page cost. */
    CompletableFuture<Boolean> eachRow(EachRow each, Consumer<Step> costs) {
        return gather((nth, page) -> {
            TopRows rows = TopRows.decode(Limits.ROWS_PER_SEARCH_MAX, reader(page));
            costs.accept(step(nth, page, rows.size()));
            List<byte[]> found = new ArrayList<>();
            rows.forEach((key, row) -> found.add(row));
            return found.stream().allMatch(each::take);
        });
    }

    private void requireRows() {
        if (isOfPairs()) {
            throw new PfsException(ErrorCode.USAGE, "the query asks for pairs of rows, not for rows");
        }
        if (isOfGroups()) {
            throw new PfsException(ErrorCode.USAGE, "the query asks for what is made of rows, not for rows");
        }
    }

    /** Takes what was found, page by page. */
    private interface Gathering {
        /** Says whether more is of use. */
        boolean take(int nth, RowsSearched page);
    }

    /** What the pages cost. */
    private final class Costs implements Gathering {
        private List<Step> steps = List.of();
        private long found;

        @Override
        public boolean take(int nth, RowsSearched page) {
            long more = isOfGroups()
                    ? Groups.decode(query, reader(page)).size()
                    : TopRows.decode(Limits.ROWS_PER_SEARCH_MAX, reader(page)).size();
            steps = Explanation.with(steps, step(nth, page, more));
            found += more;
            return isOfGroups() || isMoreOfUse(found);
        }
    }

    private CompletableFuture<Boolean> gather(Gathering gathering) {
        Walk walk = new Walk(gathering, new Pages(this, TablePart.WHOLE));
        walk.goOn();
        return walk.all;
    }

    /** Takes page after page: in a loop, since answers may be there at once, and there may be very many. */
    private static final class Walk {
        private final Gathering gathering;
        private final Pages pages;
        private final Promise<Boolean> all = new Promise<>();

        Walk(Gathering gathering, Pages pages) {
            this.gathering = gathering;
            this.pages = pages;
        }

        void goOn() {
            try {
                boolean isMore = true;
                while (isMore) {
                    Promise<Optional<Found>> next = pages.next();
                    if (!next.isDone()) {
                        CompletableFuture<Optional<Found>> unused =
                                next.whenComplete((found, failure) -> arrived(next));
                        return;
                    }
                    isMore = take(next);
                }
                all.done(true);
            } catch (PfsException e) {
                all.failed(e);
            }
        }

        private void arrived(Promise<Optional<Found>> next) {
            try {
                if (!take(next)) {
                    all.done(true);
                    return;
                }
            } catch (PfsException e) {
                all.failed(e);
                return;
            }
            goOn();
        }

        /** Says whether more is wanted. */
        private boolean take(Promise<Optional<Found>> next) {
            Optional<Found> found = Promise.await(next);
            return found.isPresent()
                    && gathering.take(found.get().nth(), found.get().page());
        }
    }

    int tableCount() {
        return tables.size();
    }

    RowAccess rows(int nth) {
        return tables.get(nth).rows();
    }

    String label(int nth) {
        return rows(nth).label();
    }

    long limit() {
        return query.limit().orElse(Long.MAX_VALUE);
    }

    static ByteReader reader(RowsSearched page) {
        return new ByteReader("what a query found", page.found());
    }

    /** Of one run of it. */
    long newId() {
        return tables.get(0).rows().newSearchId();
    }

    /** What is found in one of the tables behind a place, up to a position. */
    void page(long id, int nth, Optional<Cursor> place, long last, Outcome<RowsSearched> outcome) {
        TableCore table = tables.get(nth);
        List<String> names = columns();
        table.columns().forReading(names, Outcome.then(outcome, found -> {
            RowSearch search = new RowSearch(id, QueryText.print(query), label(nth), forms(names, found));
            table.rows().search(new SearchRows(table.id(), place, last, Limits.ROWS_PER_SEARCH_MAX, search), outcome);
        }));
    }

    /** Those whose sizes are asked for. */
    private List<String> columns() {
        List<String> names = new ArrayList<>();
        for (Field field : query.fields()) {
            if (field instanceof Field.OfCell cell) {
                names.add(cell.column());
            }
        }
        return names.stream().distinct().toList();
    }

    static List<Form> forms(List<String> names, List<Column> columns) {
        List<Form> forms = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            Column column = columns.get(i);
            if (column.id().value() >= Limits.DIRECT_COLUMNS_MAX) {
                throw new PfsException(
                        ErrorCode.NOT_SUPPORTED,
                        "queries can ask for the size of a table's first " + Limits.DIRECT_COLUMNS_MAX + " columns; '"
                                + names.get(i) + "' is number " + column.id().value());
            }
            forms.add(new Form(names.get(i), column.id()));
        }
        return forms;
    }

    /** Whether rows are wanted beside so many that were found. */
    private boolean isMoreOfUse(long found) {
        return !query.orderBy().isEmpty() || found < limit();
    }

    /** Rows of all pages of all tables, the first of them by the order of the query. */
    private final class RowsGathered implements Gathering {
        private final TopRows top = new TopRows((int) Math.min(limit(), TopRows.ROWS_MAX));
        private long found;

        @Override
        public boolean take(int nth, RowsSearched answer) {
            TopRows page = TopRows.decode(Limits.ROWS_PER_SEARCH_MAX, reader(answer));
            found += page.size();
            if (found > TopRows.ROWS_MAX && limit() > TopRows.ROWS_MAX) {
                throw new PfsException(
                        ErrorCode.TOO_LARGE,
                        "more than " + TopRows.ROWS_MAX + " rows are found, which is as many as are kept at once: say a"
                                + " smaller limit, or take them one by one without an order");
            }
            page.forEach((key, row) -> top.offer(new ByteWriter(key.length).bytes(key), () -> ofTable(nth, row)));
            return isMoreOfUse(found);
        }

        private static byte[] ofTable(int nth, byte[] row) {
            return new ByteWriter(2 + row.length).varint(nth).bytes(row).toBytes();
        }

        List<Hit> hits() {
            List<Hit> hits = new ArrayList<>();
            top.forEach((key, row) -> {
                ByteReader in = new ByteReader("a row that was found", row);
                hits.add(hit((int) in.varint("table"), in));
            });
            return hits;
        }
    }

    Hit hit(int nth, ByteReader sought) {
        SoughtRow row = SoughtRow.decode(sought);
        FoundRow found = new FoundRow(row.name(), row.row(), List.of(), List.of());
        return new Hit(label(nth), new RowView(found, List.of()));
    }
}
