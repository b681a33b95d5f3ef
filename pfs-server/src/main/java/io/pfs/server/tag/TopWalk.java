package io.pfs.server.tag;

import io.pfs.format.ByteWriter;
import io.pfs.hash.SliceOrder;
import io.pfs.kv.KvIndex;
import io.pfs.query.range.KeyRange;
import io.pfs.query.value.OrderedValue;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Walks over an index in the order that rows are sought in, once. */
final class TopWalk {
    private final KvIndex index;
    private final Plan.Top plan;
    private final PositionCollector positions;
    private final long keysMax;
    private long keysRead;
    private Optional<byte[]> next = Optional.empty();

    /** Takes so many positions of an interval, and looks at {@code keysMax} keys at most. */
    TopWalk(KvIndex index, Plan.Top plan, SliceOrder.Interval interval, int size, long keysMax) {
        this.index = index;
        this.plan = plan;
        this.positions = new PositionCollector(interval, size);
        this.keysMax = keysMax;
    }

    /** Nothing, if too many keys would have to be looked at. */
    Optional<TopCandidates> walk(IndexKeys keys) {
        List<KeyRange> ranges = new ArrayList<>(plan.order().ranges());
        if (plan.descends()) {
            Collections.reverse(ranges);
        }
        KvIndex.Direction direction = plan.descends() ? KvIndex.Direction.BACKWARD : KvIndex.Direction.FORWARD;
        for (KeyRange range : ranges) {
            KeySpan span = keys.entries(
                    plan.part().table().value(), plan.order().index().id(), range);
            index.keys(span.from(), span.to(), direction, this::take);
            if (keysRead > keysMax) {
                return Optional.empty();
            } else if (next.isPresent()) {
                break;
            }
        }
        return Optional.of(new TopCandidates(new Candidates(positions.toSet().toArray(), keysRead), next));
    }

    private boolean take(byte[] key, int length) {
        keysRead++;
        if (keysRead > keysMax) {
            return false;
        } else if (!positions.take(key, length)) {
            next = Optional.of(sortKey(key, length));
            return false;
        }
        return true;
    }

    /** As sort keys of rows with this value begin. */
    private byte[] sortKey(byte[] key, int length) {
        ByteWriter value = new ByteWriter(length);
        IndexKeys.valueAt(key, length, value);
        byte[] sortKey = value.toBytes();
        OrderedValue.makeAlike(sortKey);
        if (plan.descends()) {
            for (int i = 0; i < sortKey.length; i++) {
                sortKey[i] = (byte) ~sortKey[i];
            }
        }
        return sortKey;
    }
}
