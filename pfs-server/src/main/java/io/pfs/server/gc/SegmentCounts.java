package io.pfs.server.gc;

import io.pfs.Check;
import io.pfs.FileId;
import io.pfs.ServerId;
import io.pfs.cell.Segment;
import io.pfs.row.CellLocation;
import io.pfs.server.change.Change;
import io.pfs.server.change.Change.CellsCounted;
import io.pfs.server.change.Change.Count;
import io.pfs.server.change.Change.IndirectLeft;
import io.pfs.server.change.Change.IndirectSettled;
import io.pfs.server.change.Change.SegmentsDropped;
import io.pfs.server.change.Change.Total;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * How many bytes of each segment rows point to, as the durable part of the journal has it: changes are counted when they
 * are applied, live and at replay, and no segment is read for it.
 */
public final class SegmentCounts {
    private static final Held NOTHING = new Held();

    private final TreeMap<Long, Held> segments = new TreeMap<>();
    private final Map<CellLocation, FileId> left = new LinkedHashMap<>();
    /** Those that were dropped while the journal was read again. */
    private final Set<Long> dropped = new TreeSet<>();

    private final ServerId home;
    private long highest;
    private long counted;
    private long live;
    /** Whether something is not counted that was once pointed to, and may be let go. */
    private boolean isLacking;
    /** Whether the journal is read again. */
    private boolean isReplaying = true;

    /** @param home the server that counts; it may point to segments of others */
    public SegmentCounts(ServerId home) {
        this.home = home;
        this.highest = Segment.idBeforeAll(home);
    }

    private static final class Held {
        private long counted;
        private long live;
    }

    /** Something that should be counted is lost: nothing can be concluded from what is. */
    public void lackSome() {
        isLacking = true;
    }

    /** Everything was counted anew: so many bytes of each segment are pointed to. */
    public void found(Map<Long, Long> bytes) {
        bytes.keySet().forEach(this::held);
        counted = 0;
        live = 0;
        segments.forEach((segment, held) -> {
            held.live = bytes.getOrDefault(segment, 0L);
            held.counted = Math.max(held.counted, held.live);
            counted += held.counted;
            live += held.live;
        });
        isLacking = false;
    }

    /** Nobody will ever read this record. */
    public void forget(IndirectLeft record) {
        left.remove(record.record());
    }

    /** Takes in what a record of the journal counts, which is nothing for most. */
    public void apply(List<Change> changes) {
        for (int i = 0; i < changes.size(); i++) {
            Change change = changes.get(i);
            if (change instanceof CellsCounted cells) {
                cells.counts().forEach(this::count);
            } else if (change instanceof IndirectLeft record) {
                left.put(record.record(), record.fileId());
            } else if (change instanceof IndirectSettled settled) {
                left.remove(settled.record());
            } else if (change instanceof SegmentsDropped dropped) {
                dropped.segments().forEach(this::drop);
            }
        }
    }

    private void count(Count count) {
        Held held = held(count.segment());
        held.counted += count.added();
        held.live += count.added() - count.dropped();
        counted += count.added();
        live += count.added() - count.dropped();
        Check.that(isLacking || held.live >= 0, "rows point to no fewer than no bytes of a segment", count.segment());
    }

    private Held held(long segment) {
        note(segment);
        return segments.computeIfAbsent(segment, id -> new Held());
    }

    private void note(long segment) {
        if (Segment.homeOf(segment).equals(home)) {
            highest = Math.max(highest, segment);
        }
    }

    private void drop(long segment) {
        note(segment);
        if (isReplaying) {
            dropped.add(segment);
        }
        Held gone = segments.remove(segment);
        if (gone != null) {
            Check.that(isLacking || gone.live == 0, "a segment that is dropped is not pointed to", segment);
            counted -= gone.counted;
        }
    }

    /** A segment of another server was given back: what of it was once pointed to here is no garbage of this server. */
    public void forget(long segment) {
        Held gone = segments.get(segment);
        if (gone != null && gone.live == 0) {
            segments.remove(segment);
            counted -= gone.counted;
        }
    }

    /** Begins with what was counted before. */
    void begin(long highestSegment, List<Total> totals, List<IndirectLeft> indirect) {
        highest = Math.max(highest, highestSegment);
        for (Total total : totals) {
            Held held = held(total.segment());
            held.counted = total.counted();
            held.live = total.live();
            counted += held.counted;
            live += held.live;
        }
        indirect.forEach(record -> left.put(record.record(), record.fileId()));
    }

    /** The journal was read: which segments it says were dropped, though the file of one may be there still. */
    public Set<Long> endReplay() {
        isReplaying = false;
        Set<Long> found = new TreeSet<>(dropped);
        dropped.clear();
        return found;
    }

    /** Everything that is counted, ascending. */
    public List<Total> totals() {
        List<Total> totals = new ArrayList<>(segments.size());
        segments.forEach((segment, held) -> totals.add(new Total(segment, held.counted, held.live)));
        return totals;
    }

    /** How many there are {@link #left}. */
    public int leftCount() {
        return left.size();
    }

    /** Indirect records of rows that are gone, which nobody has read yet; the oldest first. */
    public List<IndirectLeft> left() {
        List<IndirectLeft> records = new ArrayList<>(left.size());
        left.forEach((record, fileId) -> records.add(new IndirectLeft(fileId, record)));
        return records;
    }

    /** No segment that was ever pointed to, or dropped, bore a higher id. */
    public long highest() {
        return highest;
    }

    /** Bytes of this segment that rows point to. */
    public long live(long segment) {
        return segments.getOrDefault(segment, NOTHING).live;
    }

    /** Bytes of this segment that rows point to or once pointed to. */
    public long counted(long segment) {
        return segments.getOrDefault(segment, NOTHING).counted;
    }

    /** Bytes of all segments that rows point to. */
    public long live() {
        return live;
    }

    /** Bytes of all segments that rows point to or once pointed to. */
    public long counted() {
        return counted;
    }
}
