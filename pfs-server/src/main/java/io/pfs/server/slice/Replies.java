package io.pfs.server.slice;

import io.pfs.Limits;
import io.pfs.RequestId;
import io.pfs.server.change.Change.ReplyKept;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.function.Predicate;

/**
 * What was answered to requests about names of this slice, so that a repeated request gets the same answer. Ordered by
 * client, then by sequence of the request.
 *
 * <p>A client keeps replies here until it has told that it has them, or falls silent, if there is room. So
 * there are few in most slices, and a sorted array is both the smallest and the fastest that holds them. It is one of
 * numbers, beside the bytes of all replies: each change brings a new reply, and no object has to come and go with it.
 */
public final class Replies {
    /** Of each reply: its request, what {@link Kept} says of it, and where its bytes are. */
    private static final int HIGH = 0;

    private static final int LOW = 1;
    private static final int SEQUENCE = 2;
    private static final int LOWEST_OPEN = 3;
    private static final int NAME_HASH = 4;
    private static final int WALL_MILLIS = 5;
    private static final int ORDER = 6;
    /** The upper half says where, the lower how many. */
    private static final int PLACE = 7;

    private static final int STRIDE = 8;
    private static final long[] NO_FIELDS = {};
    private static final byte[] NO_BYTES = {};
    private static final int OBJECT_BYTES = 64;
    /** Room for so few stays when they go: others will come. */
    private static final int ROOM_KEPT = 4;
    /** The same of their bytes: those of a batch are many. */
    private static final int ROOM_BYTES_KEPT = 256;

    private final int countMax;
    private long[] fields = NO_FIELDS;
    private byte[] bytes = NO_BYTES;
    private int count;
    /** Where the bytes of the next reply go. */
    private int end;
    /** How many before that are of replies that are still here. */
    private int live;
    /** What both arrays take: who counts memory after each change should not have to fetch them for that. */
    private long arrayBytes;

    /**
     * One reply.
     *
     * @param lowestOpen what the request told of its client: older ones have their answers
     * @param order sequence of the shard's change that brought it: age does not hang on clocks
     */
    public record Kept(RequestId request, long lowestOpen, long nameHash, long wallMillis, long order, byte[] reply) {}

    Replies(int countMax) {
        this.countMax = countMax;
    }

    private void set(long[] newFields, byte[] newBytes) {
        fields = newFields;
        bytes = newBytes;
        arrayBytes = (long) Long.BYTES * newFields.length + newBytes.length;
    }

    Replies copy() {
        Replies copy = new Replies(countMax);
        copy.set(Arrays.copyOf(fields, count * STRIDE), Arrays.copyOf(bytes, end));
        copy.count = count;
        copy.end = end;
        copy.live = live;
        return copy;
    }

    public int count() {
        return count;
    }

    /** All of them, in order, as they are now. */
    public List<Kept> inOrder() {
        List<Kept> all = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            all.add(kept(i));
        }
        return all;
    }

    private Kept kept(int at) {
        return new Kept(
                request(at),
                get(at, LOWEST_OPEN),
                get(at, NAME_HASH),
                get(at, WALL_MILLIS),
                get(at, ORDER),
                Arrays.copyOfRange(bytes, bytesAt(at), bytesAt(at) + length(at)));
    }

    private RequestId request(int at) {
        return new RequestId(get(at, HIGH), get(at, LOW), get(at, SEQUENCE));
    }

    private long get(int at, int field) {
        return fields[at * STRIDE + field];
    }

    private int bytesAt(int at) {
        return (int) (get(at, PLACE) >>> Integer.SIZE);
    }

    private int length(int at) {
        return (int) get(at, PLACE);
    }

    /** Has memory bring what the next lookup will need. */
    int touch() {
        return count == 0 ? 0 : (int) get(count - 1, ORDER) + bytes.length;
    }

    public Optional<byte[]> find(RequestId request) {
        int at = firstFrom(request.clientHigh(), request.clientLow(), request.sequence());
        return isAt(at, request) ? Optional.of(kept(at).reply) : Optional.empty();
    }

    /** Keeps a reply, which the change with this sequence brought. */
    public void add(ReplyKept change, long order) {
        add(change.request(), change.lowestOpen(), change.nameHash(), change.wallMillis(), order, change.reply());
    }

    public void add(Kept kept) {
        add(kept.request, kept.lowestOpen, kept.nameHash, kept.wallMillis, kept.order, kept.reply);
    }

    /**
     * Keeps a reply and drops those that its client no longer waits for; it may be one of these itself, if it comes from
     * an image that is behind. One to the same request is replaced. When there are too many, the oldest goes.
     */
    private void add(RequestId id, long lowestOpen, long nameHash, long wallMillis, long order, byte[] reply) {
        removeBelow(id.clientHigh(), id.clientLow(), lowestOpen);
        if (id.sequence() < Math.max(lowestOpen, lowestOpenOf(id))) {
            return;
        }
        int at = firstFrom(id.clientHigh(), id.clientLow(), id.sequence());
        if (isAt(at, id)) {
            removeRange(at, at + 1);
        }
        insert(at, reply);
        int to = at * STRIDE;
        fields[to + HIGH] = id.clientHigh();
        fields[to + LOW] = id.clientLow();
        fields[to + SEQUENCE] = id.sequence();
        fields[to + LOWEST_OPEN] = lowestOpen;
        fields[to + NAME_HASH] = nameHash;
        fields[to + WALL_MILLIS] = wallMillis;
        fields[to + ORDER] = order;
        if (count > countMax) {
            int oldest = oldest();
            removeRange(oldest, oldest + 1);
        }
    }

    /** Makes a place for one with these bytes. */
    private void insert(int at, byte[] reply) {
        if (count * STRIDE == fields.length) {
            set(Arrays.copyOf(fields, (count + (count >> 1) + 1) * STRIDE), bytes);
        }
        if (bytes.length - end < reply.length) {
            makeRoom(reply.length);
        }
        System.arraycopy(fields, at * STRIDE, fields, (at + 1) * STRIDE, (count - at) * STRIDE);
        System.arraycopy(reply, 0, bytes, end, reply.length);
        fields[at * STRIDE + PLACE] = place(end, reply.length);
        end += reply.length;
        live += reply.length;
        count++;
    }

    private static long place(int at, int length) {
        return (long) at << Integer.SIZE | length;
    }

    private void makeRoom(int length) {
        int needed = live + length;
        pack(needed + (needed >> 1));
    }

    /** Leaves the bytes of replies behind that are gone. */
    private void pack(int room) {
        byte[] old = bytes;
        set(fields, room == 0 ? NO_BYTES : new byte[room]);
        end = 0;
        for (int i = 0; i < count; i++) {
            int own = length(i);
            System.arraycopy(old, bytesAt(i), bytes, end, own);
            fields[i * STRIDE + PLACE] = place(end, own);
            end += own;
        }
    }

    private void removeRange(int from, int to) {
        for (int i = from; i < to; i++) {
            live -= length(i);
        }
        System.arraycopy(fields, to * STRIDE, fields, from * STRIDE, (count - to) * STRIDE);
        count -= to - from;
        end = count == 0 ? 0 : end;
        if (fields.length > ROOM_KEPT * STRIDE && count * STRIDE < fields.length / 4) {
            giveBack();
        }
    }

    /** Goes on with those alone whose places are wanted. */
    private void retain(IntPredicate isWanted) {
        int kept = 0;
        for (int i = 0; i < count; i++) {
            if (isWanted.test(i)) {
                System.arraycopy(fields, i * STRIDE, fields, kept * STRIDE, STRIDE);
                kept++;
            } else {
                live -= length(i);
            }
        }
        count = kept;
        end = count == 0 ? 0 : end;
        giveBack();
    }

    /** Takes no more memory than what is here needs. */
    private void giveBack() {
        set(count == 0 ? NO_FIELDS : Arrays.copyOf(fields, count * STRIDE), bytes);
        if (bytes.length > live) {
            pack(live);
        }
    }

    private int oldest() {
        int oldest = 0;
        for (int i = 1; i < count; i++) {
            oldest = isOlder(i, oldest) ? i : oldest;
        }
        return oldest;
    }

    private boolean isOlder(int at, int other) {
        long order = get(at, ORDER);
        long otherOrder = get(other, ORDER);
        return order != otherOrder ? order < otherOrder : at < other;
    }

    /** The lowest request that the client of this one still waits for, as far as its last request here told. */
    private long lowestOpenOf(RequestId id) {
        int last = firstFrom(id.clientHigh(), id.clientLow(), Long.MAX_VALUE) - 1;
        return last >= 0 && isOf(last, id) ? get(last, LOWEST_OPEN) : 0;
    }

    /** Drops one that its client has. */
    void drop(RequestId request) {
        int at = firstFrom(request.clientHigh(), request.clientLow(), request.sequence());
        if (isAt(at, request)) {
            removeRange(at, at + 1);
        }
        if (count == 0 && bytes.length > ROOM_BYTES_KEPT) {
            giveBack();
        }
    }

    /** Drops those that their clients have. */
    public void dropAll(Predicate<RequestId> isAnswered) {
        retain(at -> !isAnswered.test(request(at)));
    }

    private void removeBelow(long clientHigh, long clientLow, long lowestOpen) {
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
        return get(at, HIGH) == id.clientHigh() && get(at, LOW) == id.clientLow();
    }

    private boolean isAt(int at, RequestId id) {
        return at < count && isOf(at, id) && get(at, SEQUENCE) == id.sequence();
    }

    private int compare(int at, long clientHigh, long clientLow, long sequence) {
        int byHigh = Long.compareUnsigned(get(at, HIGH), clientHigh);
        int byClient = byHigh != 0 ? byHigh : Long.compareUnsigned(get(at, LOW), clientLow);
        return byClient != 0 ? byClient : Long.compare(get(at, SEQUENCE), sequence);
    }

    /**
     * Forgets the clients that were not heard of for long. The clock alone does not decide, since it may jump.
     *
     * @param isKnown whether the client of a request was heard of otherwise
     */
    public void expire(long nowMillis, Predicate<RequestId> isKnown) {
        boolean[] stays = new boolean[count];
        int from = 0;
        while (from < count) {
            int to = from + 1;
            while (to < count && isOf(to, request(from))) {
                to++;
            }
            Arrays.fill(stays, from, to, !isSilent(from, to, nowMillis) || isKnown.test(request(from)));
            from = to;
        }
        retain(at -> stays[at]);
    }

    private boolean isSilent(int from, int to, long nowMillis) {
        long lastHeard = Long.MIN_VALUE;
        for (int i = from; i < to; i++) {
            lastHeard = Math.max(lastHeard, get(i, WALL_MILLIS));
        }
        return nowMillis - lastHeard > Limits.REPLY_KEPT_MILLIS;
    }

    void addAll(Replies others) {
        others.inOrder().forEach(this::add);
    }

    /** Whether any came with a change after this one. */
    boolean hasAfter(long order) {
        for (int i = 0; i < count; i++) {
            if (get(i, ORDER) > order) {
                return true;
            }
        }
        return false;
    }

    /** Adds those of another that came with changes after this one. */
    void addAllAfter(Replies others, long order) {
        for (int i = 0; i < others.count; i++) {
            if (others.get(i, ORDER) > order) {
                add(others.kept(i));
            }
        }
    }

    /** Keeps those whose hash has this bit clear and returns the others. */
    Replies split(int bit) {
        Replies upper = new Replies(countMax);
        for (int i = 0; i < count; i++) {
            if (isUpper(i, bit)) {
                upper.add(kept(i));
            }
        }
        retain(at -> !isUpper(at, bit));
        return upper;
    }

    private boolean isUpper(int at, int bit) {
        return (get(at, NAME_HASH) >>> bit & 1) != 0;
    }

    long memoryBytes() {
        return OBJECT_BYTES + arrayBytes;
    }
}
