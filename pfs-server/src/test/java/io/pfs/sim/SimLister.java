package io.pfs.sim;

import io.pfs.ColumnId;
import io.pfs.RequestId;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.client.route.Placement;
import io.pfs.format.ByteReader;
import io.pfs.hash.SliceOrder;
import io.pfs.query.answer.TopRows;
import io.pfs.query.index.Indexed;
import io.pfs.row.SoughtRow;
import io.pfs.wire.Cursor;
import io.pfs.wire.Envelope;
import io.pfs.wire.FoundRow;
import io.pfs.wire.Reply;
import io.pfs.wire.Reply.ManyRead;
import io.pfs.wire.Reply.Misplaced;
import io.pfs.wire.Reply.RowsFound;
import io.pfs.wire.Reply.RowsSearched;
import io.pfs.wire.Reply.TableAltered;
import io.pfs.wire.Request;
import io.pfs.wire.Request.AlterTable;
import io.pfs.wire.Request.ListRows;
import io.pfs.wire.Request.Part;
import io.pfs.wire.Request.ReadMany;
import io.pfs.wire.Request.SearchRows;
import io.pfs.wire.Request.WalksRows;
import io.pfs.wire.RowSearch;
import io.pfs.wire.TableChange.ChangeIndexes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A client that walks tables, a page at a time, while others write. A page covers the order of a table from its cursor to
 * the next one: each row there must be as it was at some moment while the page was made, or not there as it then was. As
 * the pages of a walk cover all of the order, no row is missing that was there throughout. A search is promised what was there
 * when it began: a row that was not there at some moment since may be missing.
 */
final class SimLister {
    private static final int WALKS = 16;
    private static final int PAGES_MAX = 60;
    private static final long RETRY_NS = 40_000_000;
    private static final long CLIENT = 1L << 30;
    /** Of what is watched for all of a search: the numbers of pages stay below it. */
    private static final long SEARCH = 1L << 31;

    private final SimWorld world;
    private final Prng prng;
    private final Life life = new Life("lister");
    private final SimCluster cluster;
    private final SimTables tables;
    private final SimRequests requests;
    private final Placement placement;
    private Optional<Page> open = Optional.empty();
    /** Of a search by tag: the rows that it need not show are those that were not there at some moment since it began. */
    private Optional<Watch> searching = Optional.empty();
    /** Where it comes again, so that an index that was made there is asked. */
    private Optional<SimTables.Known> favourite = Optional.empty();

    private int walksLeft;
    private int pagesLeft = PAGES_MAX;
    private long sequence;

    /** A page that was asked for, and the rows that it may show. */
    private record Page(long id, SimTables.Known table, WalksRows request, Sought sought, int rowsMax, Watch watch) {}

    /** Rows as they were since something began. */
    private record Watch(long id, TableId table, Set<RowKey> keys) {
        static Watch of(long id, SimTables.Known table) {
            return new Watch(id, table.id(), new LinkedHashSet<>());
        }
    }

    /**
     * What a walk is after.
     *
     * @param id of the search, if it is one
     * @param tag that rows must have to be found, if that matters
     */
    private record Sought(long id, List<ColumnId> columns, boolean searches, Optional<String> tag) {
        WalksRows request(SimTables.Known table, Optional<Cursor> cursor, int rowsMax, int bytesMax) {
            String query = tag.map(name -> name + " is not null").orElse("select *");
            return searches
                    ? new SearchRows(table.id(), cursor, rowsMax, new RowSearch(id, query, "/any", List.of()))
                    : new ListRows(table.id(), cursor, rowsMax, bytesMax, columns);
        }

        /** Whether a row that is so may be shown so, or not at all. */
        boolean admits(Answer.Passed passed, Optional<FoundRow> found) {
            boolean isSought = tag.isEmpty()
                    || passed.value()
                            .map(value ->
                                    value instanceof RowValue row && row.tags().containsKey(tag.get()))
                            .orElse(false);
            return isSought ? passed.admits(found, columns) : found.isEmpty();
        }
    }

    SimLister(
            SimWorld world,
            Prng prng,
            SimCluster cluster,
            SimWorkload workload,
            SimTables tables,
            SimRequests requests) {
        this.world = world;
        this.prng = prng;
        this.cluster = cluster;
        this.tables = tables;
        this.requests = requests;
        this.placement = new Placement(workload.shards());
        this.walksLeft = workload.shareOf(WALKS);
    }

    boolean isDone() {
        return walksLeft == 0;
    }

    void start() {
        world.plan(life, prng.between(1_000_000, 20_000_000), this::walk);
    }

    private void walk() {
        SimTables.Known table = favourite
                .filter(one -> prng.below(3) > 0)
                .orElseGet(() -> tables.all().get(prng.below(tables.all().size())));
        favourite = Optional.of(table).filter(one -> prng.below(8) > 0);
        pagesLeft = PAGES_MAX;
        boolean searches = prng.below(4) > 0;
        List<ColumnId> columns = searches ? List.of() : requests.someColumns();
        Optional<String> tag = searches && prng.below(6) > 0 ? Optional.of(tagOf(table)) : Optional.empty();
        if (tag.isPresent() && prng.oneIn(2)) {
            changeIndexes(table, tag.get());
        }
        sequence++;
        ask(table, Optional.empty(), new Sought(sequence, columns, searches, tag));
    }

    /** For the most part the same, so that an index that is there is asked again. */
    private String tagOf(SimTables.Known table) {
        long tag = prng.oneIn(6) ? prng.below(SimRequests.TAGS) : table.id().value() % SimRequests.TAGS;
        return "tag" + Math.abs(tag);
    }

    /** Has an index made, or dropped; whether the request comes through does not matter. */
    private void changeIndexes(SimTables.Known table, String tag) {
        List<Indexed> one = List.of(new Indexed.OfTag(tag));
        ChangeIndexes change = prng.oneIn(8)
                ? new ChangeIndexes(List.of(), List.of(new Indexed.OfTag(tagOf(table))))
                : new ChangeIndexes(one, List.of());
        sequence++;
        RequestId id = new RequestId(CLIENT, 0, sequence);
        Envelope envelope = new Envelope(id, sequence, table.id().maker(), new AlterTable(table.id(), change));
        cluster.receive(envelope, reply -> {
            if (reply instanceof TableAltered) {
                world.tally().count("lister: indexes changed");
            }
        });
    }

    private void ask(SimTables.Known table, Optional<Cursor> cursor, Sought sought) {
        int bytes = prng.oneIn(2) ? 1 << 20 : prng.below(2_000);
        int rowsMax = 1 + prng.below(30);
        WalksRows request = sought.request(table, cursor, rowsMax, bytes);
        sequence++;
        long id = CLIENT << 32 | sequence;
        if (sought.tag.isPresent() && searching.isEmpty()) {
            searching = Optional.of(Watch.of(SEARCH | id, table));
            tables.models().forEach((key, model) -> begin(searching.get(), key, model));
        }
        Page page = new Page(id, table, request, sought, rowsMax, Watch.of(id, table));
        tables.models().forEach((key, model) -> begin(page.watch, key, model));
        open = Optional.of(page);
        transmit(page, Optional.empty());
        world.plan(life, RETRY_NS, () -> repeat(page));
    }

    /** @param exact where it is to go for once */
    private void transmit(Page page, Optional<ShardId> exact) {
        RequestId id = new RequestId(CLIENT, 0, page.id & 0xffff_ffffL);
        ShardId shard = exact.orElseGet(() -> tables.shardOf(page.request, placement));
        Request request = isAmongMany(page) ? amongMany(page, shard) : page.request;
        Envelope envelope = new Envelope(id, id.sequence(), shard, request);
        cluster.receive(envelope, reply -> world.plan(life, 0, () -> received(page, ofPage(reply))));
    }

    /** Some pages are asked for as walks over trees ask, by a request of several parts. */
    private static boolean isAmongMany(Page page) {
        return ReadMany.takes(page.request) && page.id % 2 == 0;
    }

    /** With the same once more, which is answered for itself. */
    private static Request amongMany(Page page, ShardId shard) {
        Part part = new Part(shard, page.request);
        return new ReadMany(List.of(part, part));
    }

    private Reply ofPage(Reply reply) {
        if (reply instanceof ManyRead many) {
            world.tally().count("lister: page among many");
            return many.answers().get(0);
        }
        return reply;
    }

    /** A row that was first asked about while a page is open may be in it, too. */
    void madeOrThere(RowKey key, NameModel model) {
        open.ifPresent(page -> begin(page.watch, key, model));
        searching.ifPresent(watch -> begin(watch, key, model));
    }

    private static void begin(Watch watch, RowKey key, NameModel model) {
        if (watch.table.equals(key.table())) {
            watch.keys.add(key);
            model.begin(watch.id, value -> new NameModel.Step(value, new Answer.Passed(value)), "of a listing");
        }
    }

    private void end(Watch watch) {
        watch.keys.forEach(key -> tables.modelOf(key).endUnknown(watch.id));
        watch.keys.clear();
    }

    private void endSearch() {
        searching.ifPresent(this::end);
        searching = Optional.empty();
    }

    private boolean isOpen(Page page) {
        return open.filter(page::equals).isPresent();
    }

    private void repeat(Page page) {
        if (isOpen(page)) {
            world.tally().count("lister: page asked for again");
            open = Optional.empty();
            end(page.watch);
            ask(page.table, page.request.cursor(), page.sought);
        }
    }

    private void received(Page page, Reply reply) {
        if (isOpen(page) && reply instanceof Misplaced misplaced) {
            transmit(page, placement.learn(misplaced));
            return;
        }
        if (!isOpen(page) || SimOperations.mayPass(reply)) {
            return;
        }
        open = Optional.empty();
        RowsFound found = listed(page, reply);
        world.tally().count("lister: page");
        world.tally().add("lister: row listed", found.rows().size());
        Map<RowName, FoundRow> rows = rowsOf(page, found);
        for (RowKey key : List.copyOf(page.watch.keys)) {
            if (covers(page, found.next(), key.name())) {
                check(page, key, Optional.ofNullable(rows.remove(key.name())));
            }
        }
        end(page.watch);
        if (!rows.isEmpty()) {
            throw new SimViolation("page: it shows rows that nobody wrote, or that are not in it: " + rows.keySet());
        }
        goOn(page, found);
    }

    /** What a query of all rows finds is what is listed, but for its order. */
    private RowsFound listed(Page page, Reply reply) {
        if (reply instanceof RowsFound found) {
            return found;
        } else if (reply instanceof RowsSearched searched) {
            world.tally().count("lister: page of a query");
            List<FoundRow> rows = new ArrayList<>();
            TopRows.decode(page.rowsMax, new ByteReader("a page", searched.found()))
                    .forEach((key, bytes) -> {
                        SoughtRow row = SoughtRow.decode(new ByteReader("a row", bytes));
                        rows.add(new FoundRow(row.name(), row.row(), List.of(), List.of()));
                    });
            rows.sort((left, right) -> compare(cursorOf(page, left.name()), cursorOf(page, right.name())));
            return new RowsFound(rows, searched.next());
        }
        throw new SimViolation("page: one of " + page.table + " was answered " + SimOperations.describe(reply));
    }

    private void check(Page page, RowKey key, Optional<FoundRow> found) {
        Watch judging = found.isEmpty() ? searching.orElse(page.watch) : page.watch;
        NameModel model = tables.modelOf(key);
        judging.keys.remove(key);
        String what = found.map(f -> RowValue.describe(f, page.sought.columns)).orElse("no row");
        boolean fits = model.end(
                judging.id,
                answer -> answer instanceof Answer.Passed passed && page.sought.admits(passed, found),
                what);
        if (!fits) {
            throw new SimViolation(
                    "page: it shows " + key + " as " + what + ", but the model says " + model.expectation());
        }
    }

    /** The rows of a page, which must come in their order, behind the cursor, and not be too many. */
    private static Map<RowName, FoundRow> rowsOf(Page page, RowsFound found) {
        Map<RowName, FoundRow> rows = new HashMap<>();
        Optional<Cursor> last = page.request.cursor();
        for (FoundRow row : found.rows()) {
            Cursor at = cursorOf(page, row.name());
            boolean isInOrder = last.isEmpty() || compare(at, last.get()) > 0;
            if (!isInOrder || rows.put(row.name(), row) != null) {
                throw new SimViolation("page: one of " + page.table + " is out of order at " + row.name());
            }
            last = Optional.of(at);
        }
        boolean isBehind =
                found.next().isEmpty() || last.isEmpty() || compare(found.next().get(), last.get()) >= 0;
        if (found.rows().size() > page.rowsMax || !isBehind) {
            throw new SimViolation("page: one of " + page.table + " of " + rows.size() + " rows goes on at "
                    + found.next() + " behind " + last);
        }
        return rows;
    }

    private static Cursor cursorOf(Page page, RowName name) {
        return new Cursor(page.table.hash().of(name), name);
    }

    private static int compare(Cursor left, Cursor right) {
        int byHash = SliceOrder.compare(left.hash(), right.hash());
        return byHash != 0 ? byHash : left.name().compareTo(right.name());
    }

    /** Whether a name stands behind the cursor of a page and not behind the next one. */
    private static boolean covers(Page page, Optional<Cursor> next, RowName name) {
        Cursor at = cursorOf(page, name);
        Optional<Cursor> from = page.request.cursor();
        return (from.isEmpty() || compare(at, from.get()) > 0) && (next.isEmpty() || compare(at, next.get()) <= 0);
    }

    private void goOn(Page page, RowsFound found) {
        pagesLeft--;
        if (found.next().isPresent() && pagesLeft > 0) {
            long pause = prng.between(0, 2_000_000);
            world.plan(life, pause, () -> ask(page.table, found.next(), page.sought));
            return;
        }
        endSearch();
        if (found.next().isEmpty()) {
            world.tally().count("lister: whole table walked");
        }
        walksLeft--;
        if (walksLeft > 0) {
            world.plan(life, prng.between(1_000_000, 50_000_000), this::walk);
        }
    }
}
