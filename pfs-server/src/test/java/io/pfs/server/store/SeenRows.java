package io.pfs.server.store;

import io.pfs.FileId;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.ShardId;
import io.pfs.SliceKey;
import io.pfs.TableId;
import io.pfs.row.RowLayout;
import io.pfs.server.boost.StoredAt;
import io.pfs.server.shard.StateWalk;
import io.pfs.server.shard.StateWalk.ShardView;
import io.pfs.server.shard.StateWalk.SliceShape;
import io.pfs.server.slice.NameFilter;
import io.pfs.server.slice.RowCursor;
import io.pfs.server.table.TableFacts;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Takes down which rows a server has, by table and name. */
final class SeenRows implements StateWalk.Visitor {
    /** A row as it was found. */
    record Seen(ShardId shard, SliceKey slice, FileId fileId, long version) {
        /** What is known of a table may change at any time. */
        boolean isSame(Seen other) {
            return fileId.equals(other.fileId)
                    && (version == other.version || (TableFacts.isSystem(slice.table()) && version < other.version));
        }

        /** Whether it may have been before this one. */
        boolean isNoNewerThan(Seen newest) {
            return !fileId.equals(newest.fileId) || version <= newest.version || TableFacts.isSystem(slice.table());
        }
    }

    private final Map<String, Seen> rows = new TreeMap<>();
    private final Set<SliceKey> slices = new TreeSet<>();
    private ShardId shard = new ShardId(0);

    private SeenRows() {}

    static SeenRows of(ServerDisks disks) {
        SeenRows seen = new SeenRows();
        disks.with(group -> {
            StateWalk.of(List.of(group)).run(group, seen);
            return group;
        });
        return seen;
    }

    Map<String, Seen> rows() {
        return rows;
    }

    Set<SliceKey> slices() {
        return slices;
    }

    @Override
    public void shard(ShardView view) {
        shard = view.id();
    }

    @Override
    public void table(TableFacts facts, List<SliceShape> slices) {
        slices.forEach(slice -> this.slices.add(slice.key()));
    }

    @Override
    public void slice(SliceKey key, Optional<StoredAt> stored, Optional<NameFilter> filter, RowCursor cursor) {
        while (cursor.next()) {
            byte[] bytes = cursor.array();
            String name = new String(bytes, cursor.nameAt(), cursor.nameLength(), StandardCharsets.UTF_8);
            FileId fileId = new FileId(RowLayout.u64(bytes, cursor.rowAt() + RowLayout.FILE_ID));
            long version = RowLayout.u48(bytes, cursor.rowAt() + RowLayout.VERSION);
            rows.put(key.table() + "/" + name, new Seen(shard, key, fileId, version));
        }
    }

    @Override
    public void traveller(TableId table, RowName name, byte[] row) {
        // it is where it was, or where it goes, once it has come to rest
    }

    @Override
    public void unreadable(SliceKey key, StoredAt stored, PfsException why) {
        // found otherwise
    }

    @Override
    public void ownerless(SliceKey key, StoredAt stored) {
        // nobody has it
    }
}
