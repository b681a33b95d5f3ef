package io.pfs.server.gc;

import io.pfs.ServerId;
import io.pfs.cell.ObjectFile;
import io.pfs.cell.Segment;
import io.pfs.pool.Pool;
import io.pfs.server.column.SegmentIds;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Which segments and objects have a file, or may have one, and the id that the next one gets. */
public final class SegmentFiles implements SegmentIds {
    private static final int MISSED_MAX = 10_000;
    /** A read that is under way may miss one of the last so many that went. */
    private static final int GONE_MAX = 1 << 16;

    private final TreeSet<Long> present = new TreeSet<>();
    /** Those of them that are objects. */
    private final TreeSet<Long> objects = new TreeSet<>();
    /** Those that went since the group was opened, or are about to, and how often they were missed. */
    private final Map<Long, Integer> missed = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Integer> eldest) {
            return size() > GONE_MAX;
        }
    };

    private long last;

    /**
     * Those of a pool. Blocks.
     *
     * @param home whose they are
     * @param highest an id of these that was borne, of a segment that may be gone
     */
    public SegmentFiles(Pool pool, ServerId home, long highest) {
        objects.addAll(ObjectFile.ids(pool));
        present.addAll(Segment.ids(pool));
        present.addAll(objects);
        last = Math.max(highest, present.isEmpty() ? Segment.idBeforeAll(home) : present.last());
    }

    @Override
    public long next() {
        last = Segment.idAfter(last);
        present.add(last);
        return last;
    }

    /** An id for an object, from the same numbers. */
    public long nextObject() {
        long id = next();
        objects.add(id);
        return id;
    }

    /** Those that are objects; a view. */
    public Set<Long> objects() {
        return Collections.unmodifiableSet(objects);
    }

    /** What the file of this one is called. */
    public String fileName(long segment) {
        return objects.contains(segment) ? ObjectFile.name(segment) : Segment.fileName(segment);
    }

    /** The file of this one is about to go: whoever reads it may miss it before it is known to be gone. */
    public void goes(long segment) {
        missed.put(segment, 0);
    }

    /** The file of this one is gone. */
    public void deleted(long segment) {
        present.remove(segment);
        objects.remove(segment);
        goes(segment);
    }

    /**
     * Whether somebody who looked up a place in this segment, and finds no file, shall look it up again, since the file
     * was deleted meanwhile. Not for ever: a row that goes on pointing to it is damage.
     */
    public boolean wasDeleted(long segment) {
        Integer times = missed.computeIfPresent(segment, (id, before) -> before + 1);
        return times != null && times <= MISSED_MAX;
    }

    /** Ascending; a copy. */
    public Collection<Long> present() {
        return new TreeSet<>(present);
    }

    /** How many there are. */
    public int count() {
        return present.size();
    }
}
