package io.pfs.server.gc;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;

/**
 * Which segments a collection takes up.
 *
 * @param dead no row points to them: they are deleted
 * @param victims what rows point to in them is copied, the one with the least of it first
 */
public record GcChoice(List<Long> dead, List<Long> victims) {
    /** A segment with less than this part of a full one is small. */
    private static final int SMALL_PART = 8;
    /** So many small ones may lie about before they are put together. */
    private static final int SMALL_MAX = 16;

    /**
     * Chooses.
     *
     * @param closed segments that nothing new will point to
     * @param lent how many bytes of a segment rows of other servers point to, if any do
     * @param isOwn whether a segment is of this server: small ones of others are not put together
     * @param setAside those in which something can't be moved
     * @param fullBytes of a segment that has grown up
     */
    public static GcChoice of(
            Collection<Long> closed,
            SegmentCounts counts,
            Map<Long, Long> lent,
            LongPredicate isOwn,
            Set<Long> setAside,
            GcGoal goal,
            long fullBytes) {
        List<Long> dead = new ArrayList<>();
        List<Long> victims = new ArrayList<>();
        List<Long> small = new ArrayList<>();
        for (long segment : closed) {
            long live = counts.live(segment);
            if (live == 0) {
                if (!lent.containsKey(segment)) {
                    dead.add(segment);
                }
            } else if (!setAside.contains(segment)) {
                if (goal.isDue(counts.counted(segment), live + lent.getOrDefault(segment, 0L))) {
                    victims.add(segment);
                } else if (isOwn.test(segment) && !lent.containsKey(segment) && live < fullBytes / SMALL_PART) {
                    small.add(segment); // one that is lent would stay, and what is copied be garbage in it
                }
            }
        }
        if (small.size() > SMALL_MAX) {
            victims.addAll(small);
        }
        victims.sort(Comparator.comparingLong(counts::live));
        return new GcChoice(dead, victims);
    }

    /**
     * The same with only so many victims, the first ones, as can be copied into this.
     *
     * @param goes whether the file of a segment goes when it is copied
     */
    public GcChoice within(long bytes, SegmentCounts counts, LongPredicate goes) {
        List<Long> fitting = new ArrayList<>();
        long left = bytes;
        for (long victim : victims) {
            if (goes.test(victim)) {
                left -= counts.live(victim);
                if (left < 0) {
                    break;
                }
                fitting.add(victim);
            }
        }
        return new GcChoice(dead, fitting);
    }

    /** Whether there is nothing to do. */
    public boolean isNothing() {
        return dead.isEmpty() && victims.isEmpty();
    }
}
