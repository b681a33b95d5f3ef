package io.pfs.client.sorted;

import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.query.index.Indexed;
import java.util.ArrayList;
import java.util.List;

/**
 * A table of a sorted file.
 *
 * @param home the shard of its first slice
 * @param fields of its rows that are meant, each once
 */
record SortedMember(TableId table, ShardId home, List<Indexed> fields) {
    SortedMember {
        fields = fields.stream().distinct().toList();
    }

    SortedMember with(List<Indexed> more) {
        List<Indexed> all = new ArrayList<>(fields);
        all.addAll(more);
        return new SortedMember(table, home, all);
    }

    SortedMember without(List<Indexed> gone) {
        return new SortedMember(
                table,
                home,
                fields.stream().filter(field -> !gone.contains(field)).toList());
    }

    boolean hasTag(String name) {
        return fields.contains(new Indexed.OfTag(name));
    }

    List<String> tags() {
        return fields.stream()
                .filter(Indexed.OfTag.class::isInstance)
                .map(field -> ((Indexed.OfTag) field).name())
                .toList();
    }
}
