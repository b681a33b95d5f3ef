package io.pfs.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.PfsException;
import io.pfs.client.Pfs;
import io.pfs.client.call.Promise;
import io.pfs.client.table.Hit;
import io.pfs.client.table.Search;
import io.pfs.client.table.Table;
import io.pfs.format.ByteWriter;
import io.pfs.query.Naive;
import io.pfs.query.Query;
import io.pfs.query.RandomRows;
import io.pfs.query.answer.GroupRow;
import io.pfs.query.answer.Groups;
import io.pfs.query.answer.RowOrder;
import io.pfs.query.bind.Binder;
import io.pfs.query.bind.Catalogue;
import io.pfs.query.text.QueryText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/** Compares what searches find with what is there, as one who goes through all rows of the tables sees it. */
public final class RowsByScan {
    private final List<KnownRow> known = new ArrayList<>();

    /** All rows of a table as they are now, with the lengths of these columns' cells. */
    public void add(Table table, String... columns) {
        known.addAll(KnownRow.allOf(table, columns));
    }

    public int size() {
        return known.size();
    }

    public boolean check(Pfs pfs, String query) {
        return check(pfs, QueryText.parsed(query).query());
    }

    /** Asks a query of tables that were all added, and fails unless the answer is right. Says whether it is one that is answered. */
    public boolean check(Pfs pfs, Query query) {
        String text = QueryText.print(query);
        Query bound;
        try {
            bound = Binder.bind(query, Catalogue.ofAnyRows()).query();
        } catch (PfsException e) {
            assertEquals(
                    e.code(),
                    assertThrows(PfsException.class, () -> pfs.search(text), text)
                            .code());
            return false;
        }
        List<KnownRow> matching = known.stream()
                .filter(row -> query.tables().contains(row.table()))
                .filter(row -> Naive.decide(bound.where(), row.values()).orElse(false))
                .toList();
        Search search = pfs.search(text);
        if (search.isOfGroups()) {
            checkGroups(text, bound, matching, search);
        } else {
            checkRows(text, bound, matching, search);
        }
        return true;
    }

    private static void checkGroups(String text, Query bound, List<KnownRow> matching, Search search) {
        Groups groups = new Groups(bound);
        matching.forEach(row -> groups.add(RandomRows.values(row.values())));
        List<GroupRow> expected;
        try {
            expected = groups.rows(bound);
        } catch (PfsException e) {
            PfsException refused = assertThrows(PfsException.class, () -> Promise.await(search.groups()), text);
            assertEquals(e.code(), refused.code(), text);
            return;
        }
        assertEquals(expected, Promise.await(search.groups()), text);
    }

    private static void checkRows(String text, Query bound, List<KnownRow> matching, Search search) {
        long limit = bound.limit().orElse(Long.MAX_VALUE);
        List<String> all = pathsOf(Promise.await(search.rows()));
        List<String> walked = pathsOf(search);
        int count = (int) Math.min(limit, matching.size());
        assertEquals(count, all.size(), text);
        assertEquals(count, walked.size(), text);
        if (!bound.orderBy().isEmpty()) {
            assertEquals(inOrder(bound, matching).subList(0, count), all, text);
            assertEquals(all, walked, text);
            return;
        }
        TreeSet<String> paths = new TreeSet<>();
        matching.forEach(row -> paths.add(row.path()));
        for (List<String> found : List.of(all, walked)) {
            assertEquals(count, new HashSet<>(found).size(), "none twice: " + text);
            assertTrue(paths.containsAll(found), text);
        }
    }

    private static List<String> pathsOf(Iterable<Hit> hits) {
        List<String> paths = new ArrayList<>();
        hits.forEach(hit -> paths.add(hit.path()));
        return paths;
    }

    private static List<String> inOrder(Query bound, List<KnownRow> rows) {
        RowOrder order = new RowOrder(bound.orderBy());
        TreeMap<byte[], String> paths = new TreeMap<>(Arrays::compareUnsigned);
        for (KnownRow row : rows) {
            ByteWriter key = new ByteWriter(64);
            order.begin(RandomRows.values(row.values()), key);
            order.end(row.table(), row.name(), key);
            paths.put(key.toBytes(), row.path());
        }
        return List.copyOf(paths.values());
    }
}
