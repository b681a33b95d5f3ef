package io.pfs.server.inspect;

import io.pfs.TableId;
import io.pfs.row.TablePointer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Which rows of directories lead to which tables: each to one that exists, and to each but the root one. */
final class TableGraph {
    private final Findings findings;
    private final TreeMap<TableId, Node> tables = new TreeMap<>();
    private final TreeMap<TableId, List<Link>> links = new TreeMap<>();
    private long intents;

    /** A table that there is. */
    private static final class Node {
        private final TablePointer pointer;
        private long rows;

        Node(TablePointer pointer) {
            this.pointer = pointer;
        }
    }

    /** A row that leads to a table. */
    private record Link(String row, TablePointer to) {}

    TableGraph(Findings findings) {
        this.findings = findings;
    }

    /** A table, or a part of one. */
    void table(TablePointer pointer) {
        tables.computeIfAbsent(pointer.table(), id -> new Node(pointer));
    }

    void row(TableId table) {
        Node node = tables.get(table);
        if (node != null) {
            node.rows++;
        }
    }

    /** A procedure is under way: a table may be on its way in or out. */
    void intent() {
        intents++;
    }

    void link(TableId table, String row, TablePointer to) {
        links.computeIfAbsent(table, none -> new ArrayList<>()).add(new Link(row, to));
    }

    long count() {
        return tables.size();
    }

    /** Tells what does not fit together, when all was heard of. */
    void check(TableId root) {
        TreeMap<TableId, String> leads = new TreeMap<>();
        links.values().forEach(of -> of.forEach(link -> check(link, leads)));
        Set<TableId> reached = reachedFrom(root);
        tables.forEach((id, node) -> {
            if (!reached.contains(id)) {
                unreached(id, node);
            }
        });
    }

    private void check(Link link, Map<TableId, String> leads) {
        TableId id = link.to.table();
        Node node = tables.get(id);
        if (node == null) {
            damage(link.row, "leads to " + id + ", which does not exist");
        } else if (!node.pointer.isOfSameTable(link.to)) {
            damage(link.row, "leads to " + link.to + ", but the table says it is " + node.pointer);
        }
        String other = leads.putIfAbsent(id, link.row);
        if (other != null) {
            damage(link.row, "leads to " + id + ", and so does " + other);
        }
    }

    private void damage(String subject, String text) {
        findings.found(Finding.damage("", -1, subject, text));
    }

    private Set<TableId> reachedFrom(TableId root) {
        TreeSet<TableId> reached = new TreeSet<>();
        ArrayDeque<TableId> next = new ArrayDeque<>();
        next.add(root);
        while (!next.isEmpty()) {
            TableId id = next.remove();
            if (reached.add(id)) {
                links.getOrDefault(id, List.of()).forEach(link -> next.add(link.to.table()));
            }
        }
        return reached;
    }

    /** A crash while a table is made elsewhere leaves an empty one; one with rows was lost, unless it is being removed. */
    private void unreached(TableId id, Node node) {
        String text = "no path leads from the root to this table of " + node.rows + " rows";
        boolean isLost = node.rows > 0 && intents == 0;
        findings.found(isLost ? Finding.damage("", -1, id.toString(), text) : Finding.orphan("", id.toString(), text));
    }
}
