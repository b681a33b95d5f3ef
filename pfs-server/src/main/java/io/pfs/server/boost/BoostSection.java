package io.pfs.server.boost;

import io.pfs.ShardId;
import io.pfs.TableId;
import io.pfs.format.ByteWriter;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What one round of checkpoints wrote, shard by shard. Made on the loop; its bytes are for a worker to make. What is long becomes several sections of a file. */
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

    /** Takes the parts of one section: how many, and their bytes, which are used again when this returns. */
    interface Parts {
        void take(int count, ByteWriter bytes);
    }

    /**
     * Makes their bytes.
     *
     * @param bytesMax a part that would make a section longer than this begins the next one
     */
    void encode(int bytesMax, Parts sections) {
        ByteWriter section = new ByteWriter(1024);
        ByteWriter next = new ByteWriter(1024);
        int count = 0;
        for (Part part : parts) {
            next.clear();
            encode(part, next);
            if (count > 0 && section.length() + (long) next.length() > bytesMax) {
                sections.take(count, section);
                section.clear();
                count = 0;
            }
            section.bytes(next.array(), 0, next.length());
            count++;
        }
        sections.take(count, section);
    }

    private static void encode(Part part, ByteWriter out) {
        ByteWriter entries = new ByteWriter(1024);
        encodeEntries(part, entries);
        out.varint(part.shard.value());
        out.varint(part.mark.number()).u32(part.mark.crc());
        out.varint(part.base.number()).u32(part.base.crc());
        out.varint(entries.length()).bytes(entries.array(), 0, entries.length());
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
