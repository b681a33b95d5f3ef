package io.pfs.server.tag;

import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.query.index.IndexedFields;
import java.util.Collection;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which indexes of a table know all its rows. The others are being made.
 *
 * @param ids ascending
 */
record CompleteIds(Set<Integer> ids) {
    static final CompleteIds NONE = new CompleteIds(Collections.emptySet());

    CompleteIds with(Collection<Integer> more) {
        TreeSet<Integer> all = new TreeSet<>(ids);
        all.addAll(more);
        return new CompleteIds(all);
    }

    CompleteIds without(Collection<Integer> gone) {
        TreeSet<Integer> left = new TreeSet<>(ids);
        left.removeAll(gone);
        return new CompleteIds(left);
    }

    byte[] toBytes() {
        ByteWriter out = new ByteWriter(8).varint(ids.size());
        ids.forEach(out::varint);
        return out.toBytes();
    }

    static CompleteIds decode(byte[] bytes) {
        ByteReader in = new ByteReader("indexes of a table that are complete", bytes);
        int count = (int) in.varint("indexes", 0, IndexedFields.IDS_MAX);
        TreeSet<Integer> ids = new TreeSet<>();
        int least = 0;
        for (int i = 0; i < count; i++) {
            int id = (int) in.varint("id of an index", least, IndexedFields.IDS_MAX - 1);
            ids.add(id);
            least = id + 1;
        }
        in.expectEnd("indexes of a table that are complete");
        return new CompleteIds(ids);
    }
}
