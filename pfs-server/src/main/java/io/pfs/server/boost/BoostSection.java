package io.pfs.server.boost;

import io.pfs.ShardId;
import io.pfs.format.ByteWriter;
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
    public record Part(ShardId shard, Mark mark, Mark base, List<BoostEntry> entries, List<byte[]> packed) {}

    /** Takes the parts of one section: how many, and their bytes, which are used again when this returns. */
    interface Parts {
        void take(int count, ByteWriter bytes);
    }

    /**
     * Makes their bytes.
     *
     * @param bytesMax sections are no longer than this, or not by much
     */
    void encode(int bytesMax, Parts sections) {
        Packing packing = new Packing(bytesMax, sections);
        parts.forEach(part -> new PartPieces(part, bytesMax, packing::add).make());
        packing.end();
    }

    /** Puts pieces of parts together to sections. */
    private static final class Packing {
        private final int bytesMax;
        private final Parts sections;
        private final ByteWriter section = new ByteWriter(1024);
        private int count;

        Packing(int bytesMax, Parts sections) {
            this.bytesMax = bytesMax;
            this.sections = sections;
        }

        void add(ByteWriter piece) {
            if (count > 0 && section.length() + (long) piece.length() > bytesMax) {
                end();
            }
            section.bytes(piece.array(), 0, piece.length());
            count++;
        }

        void end() {
            sections.take(count, section);
            section.clear();
            count = 0;
        }
    }
}
