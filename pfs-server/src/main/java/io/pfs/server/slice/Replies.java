package io.pfs.server.slice;

import io.pfs.Check;
import io.pfs.Limits;
import io.pfs.RequestId;
import io.pfs.server.change.Change.ReplyKept;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What was answered to requests about names of this slice, so that a repeated request gets the same answer. Ordered by
 * client, then by sequence of the request.
 *
 * <p>A client keeps at least its last reply here, until it falls silent, if there is room for one of each client.
 */
public final class Replies {
    private static final Comparator<RequestId> BY_REQUEST = (a, b) -> {
        int byHigh = Long.compareUnsigned(a.clientHigh(), b.clientHigh());
        int byClient = byHigh != 0 ? byHigh : Long.compareUnsigned(a.clientLow(), b.clientLow());
        return byClient != 0 ? byClient : Long.compare(a.sequence(), b.sequence());
    };
    private static final Comparator<Kept> BY_AGE =
            Comparator.comparingLong(Kept::order).thenComparing(Kept::request, BY_REQUEST);

    /** Two nodes of trees, the record, the id and the array's head. */
    private static final int OBJECT_BYTES = 208;

    private final int countMax;
    private final TreeMap<RequestId, Kept> byRequest = new TreeMap<>(BY_REQUEST);
    private final TreeSet<Kept> byAge = new TreeSet<>(BY_AGE);
    private long replyBytes;

    /**
     * One reply. The bytes are not copied, treat as immutable.
     *
     * @param lowestOpen what the request told of its client: older ones have their answers
     * @param order sequence of the shard's change that brought it: age does not hang on clocks
     */
    public record Kept(RequestId request, long lowestOpen, long nameHash, long wallMillis, long order, byte[] reply) {}

    Replies(int countMax) {
        this.countMax = countMax;
    }

    public int count() {
        return byRequest.size();
    }

    /** All of them, in order. */
    public Collection<Kept> inOrder() {
        return Collections.unmodifiableCollection(byRequest.values());
    }

    public Optional<byte[]> find(RequestId request) {
        return Optional.ofNullable(byRequest.get(request)).map(Kept::reply);
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
    public void add(Kept kept) {
        RequestId id = kept.request();
        dropBelow(id.clientHigh(), id.clientLow(), kept.lowestOpen());
        if (id.sequence() < Math.max(kept.lowestOpen(), lowestOpenOf(id))) {
            return;
        }
        forget(byRequest.get(kept.request()));
        byRequest.put(kept.request(), kept);
        byAge.add(kept);
        replyBytes += kept.reply().length;
        while (byRequest.size() > countMax) {
            forget(byAge.first());
        }
    }

    /** The lowest request that the client of this one still waits for, as far as its last request here told. */
    private long lowestOpenOf(RequestId id) {
        RequestId last = byRequest.floorKey(new RequestId(id.clientHigh(), id.clientLow(), Long.MAX_VALUE));
        boolean isKnown = last != null && isSameClient(last, id);
        return isKnown
                ? Check.present(byRequest.get(last), "a key has its value").lowestOpen()
                : 0;
    }

    /** Drops the replies to a client's requests before this one. */
    public void dropBelow(long clientHigh, long clientLow, long lowestOpen) {
        RequestId from = new RequestId(clientHigh, clientLow, 0);
        RequestId to = new RequestId(clientHigh, clientLow, lowestOpen);
        while (true) {
            RequestId first = byRequest.ceilingKey(from);
            if (first == null || BY_REQUEST.compare(first, to) >= 0) {
                return;
            }
            forget(byRequest.get(first));
        }
    }

    /**
     * Forgets the clients that were not heard of for long. The clock alone does not decide, since it may jump.
     *
     * @param isKnown whether the client of a request was heard of otherwise
     */
    public void expire(long nowMillis, Predicate<RequestId> isKnown) {
        Iterator<Kept> all = inOrder().iterator();
        List<Kept> ofClient = new ArrayList<>();
        List<Kept> expired = new ArrayList<>();
        while (all.hasNext()) {
            Kept next = all.next();
            if (!ofClient.isEmpty() && !isSameClient(ofClient.get(0).request(), next.request())) {
                addIfSilent(ofClient, nowMillis, expired);
                ofClient.clear();
            }
            ofClient.add(next);
        }
        addIfSilent(ofClient, nowMillis, expired);
        expired.removeIf(kept -> isKnown.test(kept.request()));
        expired.forEach(this::forget);
    }

    private static void addIfSilent(List<Kept> ofClient, long nowMillis, List<Kept> expired) {
        long lastHeard = ofClient.stream().mapToLong(Kept::wallMillis).max().orElse(nowMillis);
        if (nowMillis - lastHeard > Limits.REPLY_KEPT_MILLIS) {
            expired.addAll(ofClient);
        }
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
        for (Kept kept : List.copyOf(byRequest.values())) {
            if ((kept.nameHash() >>> bit & 1) != 0) {
                forget(kept);
                upper.add(kept);
            }
        }
        return upper;
    }

    long memoryBytes() {
        return 128 + (long) OBJECT_BYTES * byRequest.size() + replyBytes;
    }

    private void forget(@Nullable Kept kept) {
        if (kept != null) {
            byRequest.remove(kept.request());
            byAge.remove(kept);
            replyBytes -= kept.reply().length;
        }
    }
}
