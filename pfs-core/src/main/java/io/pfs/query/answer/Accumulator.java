package io.pfs.query.answer;

import io.pfs.Check;
import io.pfs.format.ByteReader;
import io.pfs.format.ByteWriter;
import io.pfs.query.Aggregate;
import io.pfs.query.value.OrderedValue;
import io.pfs.query.value.ValueCell;
import io.pfs.row.TagValue;
import java.util.Optional;

/** What was gathered so far for one aggregate, of the rows of one group. */
abstract sealed class Accumulator {
    static Accumulator of(Aggregate.Function function) {
        return switch (function) {
            case COUNT -> new Count(0);
            case SUM, AVG -> new Sum(new ExactSum(), function);
            case MIN -> new Extreme(1);
            case MAX -> new Extreme(-1);
        };
    }

    static Accumulator decode(Aggregate.Function function, ByteReader in) {
        return switch (function) {
            case COUNT -> new Count(in.varint("count", 0, Long.MAX_VALUE));
            case SUM, AVG -> new Sum(ExactSum.decode(in), function);
            case MIN -> Extreme.decode(1, in);
            case MAX -> Extreme.decode(-1, in);
        };
    }

    /** Adds a row with this value; is not asked for rows without one. */
    abstract void add(ValueCell value);

    /** Adds what another gathered for the same aggregate and group. */
    abstract void addAll(Accumulator other);

    /** What is asked for, if there is such. */
    abstract Optional<TagValue> result(String what);

    abstract void encode(ByteWriter out);

    /** Bytes of memory, about. */
    abstract int bytes();

    private static <T extends Accumulator> T same(Class<T> type, Accumulator other) {
        Check.that(type.isInstance(other), "what is added to an accumulator is of its kind");
        return type.cast(other);
    }

    /** How many. */
    private static final class Count extends Accumulator {
        private long count;

        Count(long count) {
            this.count = count;
        }

        @Override
        void add(ValueCell value) {
            count++;
        }

        @Override
        void addAll(Accumulator other) {
            count += same(Count.class, other).count;
        }

        @Override
        Optional<TagValue> result(String what) {
            return Optional.of(new TagValue.OfLong(count));
        }

        @Override
        void encode(ByteWriter out) {
            out.varint(count);
        }

        @Override
        int bytes() {
            return 24;
        }
    }

    /** A sum, which also makes an average. */
    private static final class Sum extends Accumulator {
        private final ExactSum sum;
        private final Aggregate.Function function;

        Sum(ExactSum sum, Aggregate.Function function) {
            this.sum = sum;
            this.function = function;
        }

        @Override
        void add(ValueCell value) {
            sum.add(value);
        }

        @Override
        void addAll(Accumulator other) {
            sum.addAll(same(Sum.class, other).sum);
        }

        @Override
        Optional<TagValue> result(String what) {
            return function == Aggregate.Function.SUM ? sum.sum(what) : sum.average();
        }

        @Override
        void encode(ByteWriter out) {
            sum.encode(out);
        }

        @Override
        int bytes() {
            return 24 + sum.bytes();
        }
    }

    /** The least or the greatest value. Of equal ones of different types the first by their keys, whoever came first. */
    private static final class Extreme extends Accumulator {
        /** 1 for the least, -1 for the greatest. */
        private final int sign;

        private final ValueCell best = new ValueCell();
        private int runBytes;

        Extreme(int sign) {
            this.sign = sign;
        }

        static Extreme decode(int sign, ByteReader in) {
            Extreme extreme = new Extreme(sign);
            if (in.inRange("flag of a value", in.u8("flag of a value"), 0, 1) == 1) {
                extreme.take(OrderedValue.decode(in));
            }
            return extreme;
        }

        @Override
        void add(ValueCell value) {
            if (isBetter(value)) {
                take(value.get().orElseThrow());
            }
        }

        private boolean isBetter(ValueCell value) {
            int order = best.isEmpty() ? -1 : sign * value.compare(best);
            return order < 0 || (order == 0 && isOfLesserKey(value));
        }

        private boolean isOfLesserKey(ValueCell value) {
            boolean canDiffer = !value.type().equals(best.type()) || value.isMinusZero() != best.isMinusZero();
            return canDiffer
                    && OrderedValue.compare(
                                    value.get().orElseThrow(), best.get().orElseThrow())
                            < 0;
        }

        private void take(TagValue value) {
            best.set(value);
            runBytes = best.runBytes();
        }

        @Override
        void addAll(Accumulator other) {
            ValueCell others = same(Extreme.class, other).best;
            if (!others.isEmpty()) {
                add(others);
            }
        }

        @Override
        Optional<TagValue> result(String what) {
            return best.get();
        }

        @Override
        void encode(ByteWriter out) {
            out.u8(best.isEmpty() ? 0 : 1);
            if (!best.isEmpty()) {
                OrderedValue.encode(best, out);
            }
        }

        @Override
        int bytes() {
            return 64 + runBytes;
        }
    }
}
