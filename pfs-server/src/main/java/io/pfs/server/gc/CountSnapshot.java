package io.pfs.server.gc;

import io.pfs.Limits;
import io.pfs.ServerId;
import io.pfs.ShardId;
import io.pfs.server.change.Change.IndirectLeft;
import io.pfs.server.change.Change.Mark;
import io.pfs.server.change.Change.SegmentsCounted;
import io.pfs.server.change.Change.Total;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * All counts at one moment, as records of the journal. What the shards' records before it counted need not be counted
 * again, so their files can go.
 *
 * @param first where its first record stands, once it is in the journal
 * @param upTo for each shard the last record that is counted
 */
public record CountSnapshot(Mark first, Map<ShardId, Long> upTo, List<SegmentsCounted> parts) {
    /** A journal without any: everything is counted from its begin. */
    public static final CountSnapshot NONE = new CountSnapshot(new Mark(new ShardId(0), 0), new TreeMap<>(), List.of());

    /** Bounds of the encoded sizes, with room for the rest of the record. */
    private static final int PART_BYTES = Limits.JOURNAL_RECORD_BYTES_MAX - 256;

    private static final int MARK_BYTES = 13;
    private static final int ENTRY_BYTES = 28;

    /** Fills one part after the other. */
    private static final class Parts {
        private final List<List<Mark>> marks = new ArrayList<>();
        private final List<List<Total>> totals = new ArrayList<>();
        private final List<List<IndirectLeft>> left = new ArrayList<>();
        private int bytes = PART_BYTES;

        private int room(int needed) {
            if (bytes + needed > PART_BYTES) {
                marks.add(new ArrayList<>());
                totals.add(new ArrayList<>());
                left.add(new ArrayList<>());
                bytes = 0;
            }
            bytes += needed;
            return marks.size() - 1;
        }

        private List<SegmentsCounted> build(long highest) {
            room(0);
            List<SegmentsCounted> parts = new ArrayList<>();
            for (int i = 0; i < marks.size(); i++) {
                parts.add(new SegmentsCounted(i, marks.size(), highest, marks.get(i), totals.get(i), left.get(i)));
            }
            return parts;
        }
    }

    /**
     * What is counted now.
     *
     * @param shard whose records it will be, from the sequence {@code first} on
     */
    public static CountSnapshot of(SegmentCounts counts, Map<ShardId, Long> applied, ShardId shard, long first) {
        Parts parts = new Parts();
        applied.forEach(
                (id, sequence) -> parts.marks.get(parts.room(MARK_BYTES)).add(new Mark(id, sequence)));
        counts.totals().stream()
                .filter(total -> total.counted()
                        > 0) // also what nothing points to any more: that it was once pointed to is to be known
                .forEach(total -> parts.totals.get(parts.room(ENTRY_BYTES)).add(total));
        counts.left().forEach(left -> parts.left.get(parts.room(ENTRY_BYTES)).add(left));
        return new CountSnapshot(new Mark(shard, first), new TreeMap<>(applied), parts.build(counts.highest()));
    }

    /** The first record of a shard that must be replayed for what it counts, or that is part of this. */
    public long firstNeeded(ShardId shard) {
        long behind = upTo.getOrDefault(shard, 0L) + 1;
        return shard.equals(first.shard()) ? Math.min(behind, first.sequence()) : behind;
    }

    /** Whether a record was counted when this was taken. */
    public boolean covers(ShardId shard, long sequence) {
        return sequence <= upTo.getOrDefault(shard, 0L);
    }

    /** The counts to begin with, of this server. */
    public SegmentCounts counts(ServerId home) {
        SegmentCounts counts = new SegmentCounts(home);
        parts.forEach(part -> counts.begin(part.highest(), part.totals(), part.left()));
        return counts;
    }

    /** Puts parts together as they are met in the journal; those of a snapshot whose last part is missing are nothing. */
    public static final class Collector {
        private CountSnapshot whole = NONE;
        private Optional<Mark> first = Optional.empty();
        private final List<SegmentsCounted> parts = new ArrayList<>();

        /** The next part that stands in the journal. */
        public void add(ShardId shard, long sequence, SegmentsCounted part) {
            if (part.part() == 0) {
                first = Optional.of(new Mark(shard, sequence));
                parts.clear();
            }
            if (part.part() == parts.size() && first.isPresent()) {
                parts.add(part);
                if (parts.size() == part.parts()) {
                    whole = new CountSnapshot(first.get(), marks(), List.copyOf(parts));
                }
            }
        }

        private Map<ShardId, Long> marks() {
            Map<ShardId, Long> marks = new TreeMap<>();
            parts.forEach(part -> part.upTo().forEach(mark -> marks.put(mark.shard(), mark.sequence())));
            return marks;
        }

        /** The last whole one. */
        public CountSnapshot last() {
            return whole;
        }
    }
}
