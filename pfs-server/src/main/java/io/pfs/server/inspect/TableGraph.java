package io.pfs.server.inspect;

import io.pfs.TableId;
import io.pfs.row.TablePointer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Which rows of directories lead to which tables: each to one that exists, and to each but the root one. */
final class TableGraph {
    private final TableId root;
    private final TreeMap<TableId, Node> tables = new TreeMap<>();
    private final TreeMap<TableId, List<Link>> links = new TreeMap<>();
    private final TreeSet<TableId> passing = new TreeSet<>();
    private final Map<RowAt, TableId> overwritten = new HashMap<>();
    /** Which row leads to a table on the way from the root; nothing if nobody has asked since a row was heard of. */
    private Optional<Map<TableId, RowAt>> ways = Optional.empty();

    private Set<TableId> reached = new TreeSet<>();

    /** A table that there is. */
    private static final class Node {
        private final TablePointer pointer;
        private long rows;

        Node(TablePointer pointer) {
            this.pointer = pointer;
        }
    }

    /** A row that leads to a table. */
    private record Link(RowAt row, TablePointer to) {}

    TableGraph(TableId root) {
        this.root = root;
    }

    /** A table, or a part of one. */
    void table(TablePointer pointer) {
        tables.computeIfAbsent(pointer.table(), id -> new Node(pointer));
    }

    /** It has so many rows more. */
    void rows(TableId table, long more) {
        Node node = tables.get(table);
        if (node != null) {
            node.rows += more;
        }
    }

    /** A table is being made or taken apart: it may be that nothing leads to it, nor to those below it. */
    void passing(TableId table) {
        passing.add(table);
    }

    /**
     * A row is on its way to the name of this one, and was decided to take its place: this one leads nowhere any more.
     *
     * @param by which table that row leads to: this one must not lead there as well
     */
    void overwritten(RowAt row, TableId by) {
        overwritten.put(row, by);
        ways = Optional.empty();
    }

    /** A row of a directory. */
    void link(RowAt row, TablePointer to) {
        links.computeIfAbsent(row.table(), none -> new ArrayList<>()).add(new Link(row, to));
        ways = Optional.empty();
    }

    /** A path that leads to a table by what was heard of so far. */
    Optional<String> pathOf(TableId table) {
        if (table.equals(root)) {
            return Optional.of("/");
        }
        Map<TableId, RowAt> found = ways.orElseGet(this::findWays);
        ways = Optional.of(found);
        StringBuilder path = new StringBuilder();
        RowAt row = found.get(table);
        while (row != null) {
            path.insert(0, "/" + row.name());
            row = found.get(row.table());
        }
        return path.isEmpty() ? Optional.empty() : Optional.of(path.toString());
    }

    private Map<TableId, RowAt> findWays() {
        Map<TableId, RowAt> found = new HashMap<>();
        ArrayDeque<TableId> next = new ArrayDeque<>(List.of(root));
        while (!next.isEmpty()) {
            for (Link link : links.getOrDefault(next.remove(), List.of())) {
                TableId to = link.to.table();
                boolean isWay = !isOverwritten(link) && !to.equals(root);
                if (isWay && found.putIfAbsent(to, link.row) == null) {
                    next.add(to);
                }
            }
        }
        return found;
    }

    long count() {
        return tables.size();
    }

    /**
     * Tells what does not fit together, when all was heard of. What is being taken apart may lead to what has gone before.
     *
     * @param isAllMet whether no row is left that can't be read and may lead to a table
     */
    void check(boolean isAllMet, Findings findings) {
        links.values().forEach(all -> all.removeIf(this::isOverwritten));
        reached = reachedFrom(List.of(root));
        Set<TableId> fading = reachedFrom(passing);
        fading.removeAll(reached);
        TreeMap<TableId, RowAt> leads = new TreeMap<>();
        links.forEach((from, all) -> {
            if (!fading.contains(from)) {
                all.forEach(link -> check(link, leads, findings));
            }
        });
        tables.forEach((id, node) -> {
            if (!reached.contains(id)) {
                boolean isFading = fading.contains(id);
                findings.found(unreached(id, node, isFading, isAllMet));
            }
        });
    }

    private boolean isOverwritten(Link link) {
        TableId by = overwritten.get(link.row);
        return by != null && !by.equals(link.to.table());
    }

    /** Whether a path led from the root to a table, when it was checked. */
    boolean isReached(TableId table) {
        return reached.contains(table);
    }

    private void check(Link link, Map<TableId, RowAt> leads, Findings findings) {
        TableId id = link.to.table();
        Node node = tables.get(id);
        if (node == null) {
            findings.found(damage(link, "leads to " + id + ", which does not exist"));
        } else if (!node.pointer.isOfSameTable(link.to)) {
            findings.found(damage(link, "leads to " + link.to + ", but the table says it is " + node.pointer));
        }
        RowAt other = leads.putIfAbsent(id, link.row);
        if (other != null) {
            findings.found(damage(link, "leads to " + id + ", and so does " + other));
        }
    }

    private static Finding damage(Link link, String text) {
        return Finding.damage("", -1, link.row.toString(), text);
    }

    private Set<TableId> reachedFrom(Collection<TableId> roots) {
        TreeSet<TableId> found = new TreeSet<>();
        ArrayDeque<TableId> next = new ArrayDeque<>(roots);
        while (!next.isEmpty()) {
            TableId id = next.remove();
            if (found.add(id)) {
                links.getOrDefault(id, List.of()).forEach(link -> next.add(link.to.table()));
            }
        }
        return found;
    }

    /** A crash while a table is made elsewhere leaves an empty one; one with rows was lost, unless it is being removed. */
    private static Finding unreached(TableId id, Node node, boolean isFading, boolean isAllMet) {
        String text = "no path leads from the root to this table of " + node.rows + " rows";
        boolean isLost = node.rows > 0 && !isFading;
        if (isLost) {
            return Finding.damage("", -1, id.toString(), text);
        }
        return isFading || isAllMet
                ? Finding.orphan("", id.toString(), text)
                : Finding.note("", -1, id + ": " + text + ", unless a row that can't be read does");
    }
}
