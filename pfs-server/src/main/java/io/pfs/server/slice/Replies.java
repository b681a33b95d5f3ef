package io.pfs.server.slice;

import io.pfs.Limits;
import io.pfs.RequestId;
import io.pfs.server.change.Change.ReplyKept;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * What was answered to requests about names of this slice, so that a repeated request gets the same answer. Ordered by
 * client, then by sequence of the request.
 *
 * <p>A client keeps at least its last reply here, until it falls silent, if there is room for one of each client. So
 * there are few in most slices, and a sorted array is both the smallest and the fastest that holds them.
 */
public final class Replies {
    private static final Kept[] NONE = {};

    /** The record, the id, the head of the reply and the places in the arrays, which have some to spare. */
    private static final int OBJECT_BYTES = 180;

    /** Of the ids: client, request, and how long its reply is. */
    private static final int HIGH = 0;

    private static final int LOW = 1;
    private static final int SEQUENCE = 2;
    private static final int BYTES = 3;
    private static final int STRIDE = 4;
    private static final long[] NO_IDS = {};

    private final int countMax;
    private Kept[] kept = NONE;
    /** What the replies are looked for by, so that nothing else is fetched when they are. */
    private long[] ids = NO_IDS;

    private int count;
    private long replyBytes;

    /**
     * One reply. The bytes are not copied, treat as immutable.
     *
     * @param lowestOpen what the request told of its client: older ones have their answers
     * @param order sequence of the shard's change that brought it: age does not hang on clocks
     */
    public record Kept(RequestId request, long lowestOpen, long nameHash, long wallMillis, long order, byte[] reply) {
        private boolean isOlderThan(Kept other) {
            return order != other.order
                    ? order < other.order
                    : compare(request, other.request.clientHigh(), other.request.clientLow(), other.request.sequence())
                            < 0;
        }
    }

    Replies(int countMax) {
        this.countMax = countMax;
    }

    Replies copy() {
        Replies copy = new Replies(countMax);
        copy.kept = Arrays.copyOf(kept, count);
        copy.ids = Arrays.copyOf(ids, count * STRIDE);
        copy.count = count;
        copy.replyBytes = replyBytes;
        return copy;
    }

    public int count() {
        return count;
    }

    /** All of them, in order. */
    public Collection<Kept> inOrder() {
        return Collections.unmodifiableList(Arrays.asList(kept).subList(0, count));
    }

    public Optional<byte[]> find(RequestId request) {
        int at = firstFrom(request.clientHigh(), request.clientLow(), request.sequence());
        return isAt(at, request) ? Optional.of(kept[at].reply) : Optional.empty();
    }

    /** Keeps a reply, which the change with this sequence brought. */
    public void add(ReplyKept change, long order) {
        add(new Kept(
                change.request(), change.lowestOpen(), change.nameHash(), change.wallMillis(), order, change.reply()));
    }

    /**
     * Keeps a reply and drops those that its client no longer waits for; it may be one of these itself, if it comes from
     * an image that is behind. One to the same request is replaced. When there are too many, the oldest goes.
     */
    public void add(Kept added) {
        RequestId id = added.request;
        dropBelow(id.clientHigh(), id.clientLow(), added.lowestOpen);
        if (id.sequence() < Math.max(added.lowestOpen, lowestOpenOf(id))) {
            return;
        }
        int at = firstFrom(id.clientHigh(), id.clientLow(), id.sequence());
        if (isAt(at, id)) {
            removeRange(at, at + 1);
        }
        insert(at, added);
        if (count > countMax) {
            int oldest = oldest();
            removeRange(oldest, oldest + 1);
        }
    }

    private void insert(int at, Kept added) {
        if (count == kept.length) {
            int room = count + (count >> 1) + 1;
            kept = Arrays.copyOf(kept, room);
            ids = Arrays.copyOf(ids, room * STRIDE);
        }
        System.arraycopy(kept, at, kept, at + 1, count - at);
        System.arraycopy(ids, at * STRIDE, ids, (at + 1) * STRIDE, (count - at) * STRIDE);
        set(at, added);
        count++;
    }

    private void set(int at, Kept one) {
        kept[at] = one;
        int id = at * STRIDE;
        ids[id + HIGH] = one.request.clientHigh();
        ids[id + LOW] = one.request.clientLow();
        ids[id + SEQUENCE] = one.request.sequence();
        ids[id + BYTES] = one.reply.length;
        replyBytes += one.reply.length;
    }

    private void removeRange(int from, int to) {
        for (int i = from; i < to; i++) {
            replyBytes -= ids[i * STRIDE + BYTES];
        }
        System.arraycopy(kept, to, kept, from, count - to);
        System.arraycopy(ids, to * STRIDE, ids, from * STRIDE, (count - to) * STRIDE);
        shorten(count - (to - from));
    }

    private void shorten(int newCount) {
        Arrays.fill(kept, newCount, count, null);
        count = newCount;
    }

    private int oldest() {
        int oldest = 0;
        for (int i = 1; i < count; i++) {
            oldest = kept[i].isOlderThan(kept[oldest]) ? i : oldest;
        }
        return oldest;
    }

    /** The lowest request that the client of this one still waits for, as far as its last request here told. */
    private long lowestOpenOf(RequestId id) {
        int last = firstFrom(id.clientHigh(), id.clientLow(), Long.MAX_VALUE) - 1;
        return last >= 0 && isOf(last, id) ? kept[last].lowestOpen : 0;
    }

    /** Drops the replies to a client's requests before this one. */
    public void dropBelow(long clientHigh, long clientLow, long lowestOpen) {
        int from = firstFrom(clientHigh, clientLow, 0);
        int to = firstFrom(clientHigh, clientLow, lowestOpen);
        if (from < to) {
            removeRange(from, to);
        }
    }

    /** Where the first is that does not come before this request. */
    private int firstFrom(long clientHigh, long clientLow, long sequence) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (compare(middle, clientHigh, clientLow, sequence) < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private boolean isOf(int at, RequestId id) {
        return ids[at * STRIDE + HIGH] == id.clientHigh() && ids[at * STRIDE + LOW] == id.clientLow();
    }

    private boolean isAt(int at, RequestId id) {
        return at < count && isOf(at, id) && ids[at * STRIDE + SEQUENCE] == id.sequence();
    }

    private int compare(int at, long clientHigh, long clientLow, long sequence) {
        int id = at * STRIDE;
        int byHigh = Long.compareUnsigned(ids[id + HIGH], clientHigh);
        int byClient = byHigh != 0 ? byHigh : Long.compareUnsigned(ids[id + LOW], clientLow);
        return byClient != 0 ? byClient : Long.compare(ids[id + SEQUENCE], sequence);
    }

    private static int compare(RequestId id, long clientHigh, long clientLow, long sequence) {
        int byHigh = Long.compareUnsigned(id.clientHigh(), clientHigh);
        int byClient = byHigh != 0 ? byHigh : Long.compareUnsigned(id.clientLow(), clientLow);
        return byClient != 0 ? byClient : Long.compare(id.sequence(), sequence);
    }

    /**
     * Forgets the clients that were not heard of for long. The clock alone does not decide, since it may jump.
     *
     * @param isKnown whether the client of a request was heard of otherwise
     */
    public void expire(long nowMillis, Predicate<RequestId> isKnown) {
        List<Kept> stay = new ArrayList<>(count);
        int from = 0;
        while (from < count) {
            int to = from + 1;
            while (to < count && isSameClient(kept[from].request, kept[to].request)) {
                to++;
            }
            if (!isSilent(from, to, nowMillis) || isKnown.test(kept[from].request)) {
                stay.addAll(Arrays.asList(kept).subList(from, to));
            }
            from = to;
        }
        retain(stay);
    }

    private boolean isSilent(int from, int to, long nowMillis) {
        long lastHeard = Long.MIN_VALUE;
        for (int i = from; i < to; i++) {
            lastHeard = Math.max(lastHeard, kept[i].wallMillis);
        }
        return nowMillis - lastHeard > Limits.REPLY_KEPT_MILLIS;
    }

    /** Goes on with these alone, which come in the order of all. */
    private void retain(List<Kept> stay) {
        replyBytes = 0;
        for (int i = 0; i < stay.size(); i++) {
            set(i, stay.get(i));
        }
        shorten(stay.size());
    }

    private static boolean isSameClient(RequestId a, RequestId b) {
        return a.clientHigh() == b.clientHigh() && a.clientLow() == b.clientLow();
    }

    void addAll(Replies others) {
        others.inOrder().forEach(this::add);
    }

    /** Keeps those whose hash has this bit clear and returns the others. */
    Replies split(int bit) {
        Replies upper = new Replies(countMax);
        List<Kept> lower = new ArrayList<>(count);
        for (Kept one : inOrder()) {
            if ((one.nameHash >>> bit & 1) != 0) {
                upper.add(one);
            } else {
                lower.add(one);
            }
        }
        retain(lower);
        return upper;
    }

    long memoryBytes() {
        return 64 + (long) OBJECT_BYTES * count + replyBytes;
    }
}
