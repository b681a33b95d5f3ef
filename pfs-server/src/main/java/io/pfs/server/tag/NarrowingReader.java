package io.pfs.server.tag;

import io.pfs.TableId;
import io.pfs.hash.SliceOrder;
import io.pfs.kv.KvIndex;
import io.pfs.query.range.KeyRange;
import java.util.Optional;

/** Reads what indexes tell of a condition, once. */
final class NarrowingReader {
    /** Keys of other parts of the table are read in vain: with more of them than this, looking at all rows is the better way. */
    private static final int KEYS_PER_POSITION = 16;

    private final KvIndex index;
    private final IndexKeys keys;
    private final TableId table;
    private final SliceOrder.Interval interval;
    private final int positionsMax;
    private final long keysMax;
    private long keysRead;

    NarrowingReader(KvIndex index, IndexKeys keys, TableId table, SliceOrder.Interval interval, int positionsMax) {
        this.index = index;
        this.keys = keys;
        this.table = table;
        this.interval = interval;
        this.positionsMax = positionsMax;
        this.keysMax = (long) KEYS_PER_POSITION * positionsMax;
    }

    long keysRead() {
        return keysRead;
    }

    /** Nothing, if there are too many. */
    Optional<PositionSet> read(Narrowing narrowing) {
        if (narrowing instanceof Narrowing.OneIndex one) {
            return readOne(one);
        } else if (narrowing instanceof Narrowing.AllOf all) {
            return readAll(all);
        } else if (narrowing instanceof Narrowing.AnyOf any) {
            return readAny(any);
        }
        return Optional.of(PositionSet.EMPTY);
    }

    private Optional<PositionSet> readOne(Narrowing.OneIndex one) {
        PositionCollector positions = new PositionCollector(interval, positionsMax);
        for (KeyRange range : one.ranges()) {
            KeySpan span = keys.entries(table.value(), one.index().id(), range);
            index.keys(span.from(), span.to(), KvIndex.Direction.FORWARD, (key, length) -> {
                keysRead++;
                return keysRead < keysMax && positions.take(key, length);
            });
            if (positions.isFull() || keysRead >= keysMax) {
                return Optional.empty();
            }
        }
        return Optional.of(positions.toSet());
    }

    /** One that has too many leaves out nothing: the others do with less. */
    private Optional<PositionSet> readAll(Narrowing.AllOf all) {
        Optional<PositionSet> read = Optional.empty();
        for (Narrowing part : all.parts()) {
            if (read.isPresent() && read.get().size() == 0) {
                return read;
            }
            Optional<PositionSet> more = read(part);
            read = read.isEmpty() ? more : Optional.of(more.map(read.get()::and).orElse(read.get()));
        }
        return read;
    }

    private Optional<PositionSet> readAny(Narrowing.AnyOf any) {
        PositionSet all = PositionSet.EMPTY;
        for (Narrowing part : any.parts()) {
            Optional<PositionSet> more = read(part);
            if (more.isEmpty() || more.get().size() > positionsMax - all.size()) {
                return Optional.empty();
            }
            all = all.or(more.get());
        }
        return Optional.of(all);
    }
}
