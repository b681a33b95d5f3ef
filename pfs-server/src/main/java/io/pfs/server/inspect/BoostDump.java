package io.pfs.server.inspect;

import io.pfs.ShardId;
import io.pfs.SliceKey;
import io.pfs.server.boost.BoostWalk;
import io.pfs.server.boost.Mark;
import io.pfs.server.boost.StoredAt;
import io.pfs.server.metadata.RecordPlace;

/** Shows a file of the boost index. */
final class BoostDump implements BoostWalk.Visitor {
    private final StorageFile file;
    private final Items items;

    BoostDump(StorageFile file, Items items) {
        this.file = file;
        this.items = items;
    }

    void run() {
        BoostWalk.run(file, this);
    }

    @Override
    public void section(long offset, int length, int parts) {
        items.item(Item.of("section", offset, length).with("parts", parts));
    }

    @Override
    public void part(long offset, int length, ShardId shard, Mark mark, Mark base) {
        items.item(Item.of("part", offset, length)
                .with("shard", shard.value())
                .with("checkpoint", mark.number())
                .with("base", base.number()));
    }

    @Override
    public void entry(SliceKey key, StoredAt stored) {
        Item item = Item.of("entry", -1, 0)
                .with("slice", key.toString())
                .with("depth", stored.depth())
                .with("sequence", stored.sequence())
                .with("rows", stored.rowCount())
                .with("image", place(stored.image()));
        items.item(stored.delta().map(delta -> item.with("delta", place(delta))).orElse(item));
    }

    private static String place(RecordPlace place) {
        return "file " + place.fileId() + " offset " + place.offset() + " length " + place.length();
    }

    /** The last section of a file may be one that a crash cut short. */
    @Override
    public void damaged(long from, long to, String why) {
        if (to == file.size()) {
            items.item(Item.of("tail", from, to - from).with("why", "a torn write, one under way, or damage: " + why));
        } else {
            items.item(Item.damage(from, to, why));
        }
    }
}
