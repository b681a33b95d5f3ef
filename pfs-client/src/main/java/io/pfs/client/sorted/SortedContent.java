package io.pfs.client.sorted;

import io.pfs.Check;
import io.pfs.TableId;
import io.pfs.query.QueryLimits;
import io.pfs.query.index.Indexed;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What stands in a sorted file: tables, each once, in the order they were added. */
record SortedContent(List<SortedMember> members) {
    static final SortedContent EMPTY = new SortedContent(List.of());

    SortedContent {
        members = List.copyOf(members);
        Check.inRange("tables of a sorted file", members.size(), 0, QueryLimits.TABLES_MAX);
    }

    Optional<SortedMember> find(TableId table) {
        return members.stream().filter(member -> member.table().equals(table)).findFirst();
    }

    /** With these fields of a table, too. */
    SortedContent with(SortedMember added) {
        List<SortedMember> all = new ArrayList<>(members);
        Optional<SortedMember> known = find(added.table());
        if (known.isPresent()) {
            all.set(all.indexOf(known.get()), known.get().with(added.fields()));
        } else {
            all.add(added);
        }
        return new SortedContent(all);
    }

    /** Without these fields of a table; a table of which nothing is left is none of its any more. */
    SortedContent without(TableId table, List<Indexed> fields) {
        return new SortedContent(members.stream()
                .map(member -> member.table().equals(table) ? member.without(fields) : member)
                .filter(member ->
                        !member.table().equals(table) || !member.fields().isEmpty())
                .toList());
    }

    boolean names(TableId table, Indexed field) {
        return find(table).filter(member -> member.fields().contains(field)).isPresent();
    }
}
