package io.pfs.server.boost;

import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.format.ByteWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What one round of checkpoints wrote, shard by shard. Made on the loop; its bytes are for a worker to make. */
public record BoostSection(List<Part> parts) {
    /**
     * A shard as of one of its checkpoints.
     *
     * @param mark of that checkpoint
     * @param base of the one that these entries are changes to; none: they are all there are
     * @param packed further entries, from {@link PackedSlices#all}
     */
    public record Part(ShardId shard, Mark mark, Mark base, List<BoostEntry> entries, List<byte[]> packed) {
        boolean isWhole() {
            return base.equals(Mark.NONE);
        }
    }

    void encode(ByteWriter out) {
        ByteWriter entries = new ByteWriter(1024);
        out.varint(parts.size());
        for (Part part : parts) {
            entries.clear();
            encodeEntries(part, entries);
            out.varint(part.shard.value());
            out.varint(part.mark.number()).u32(part.mark.crc());
            out.varint(part.base.number()).u32(part.base.crc());
            out.varint(entries.length()).bytes(entries.array(), 0, entries.length());
        }
    }

    private static void encodeEntries(Part part, ByteWriter out) {
        List<BoostEntry> all = new ArrayList<>(part.entries);
        part.packed.forEach(bytes -> all.addAll(PackedSlices.entries(bytes)));
        all.sort(Comparator.comparing(BoostEntry::key));
        EntryWriter writer = new EntryWriter(out);
        int from = 0;
        while (from < all.size()) {
            TableId table = all.get(from).key().table();
            int to = from + 1;
            while (to < all.size() && all.get(to).key().table().equals(table)) {
                to++;
            }
            writer.table(table, all.subList(from, to));
            from = to;
        }
    }
}
