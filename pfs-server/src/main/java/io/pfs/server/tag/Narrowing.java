package io.pfs.server.tag;

import io.pfs.query.Field;
import io.pfs.query.index.IndexedField;
import io.pfs.query.range.KeyRange;
import java.util.List;
import java.util.stream.Collectors;

/** Which rows may fulfil a condition, as far as indexes tell: never too few. */
public sealed interface Narrowing {
    /** How many, at most, about. */
    Estimate estimate();

    /** For plans. */
    String words();

    /** None at all. */
    record NoRow() implements Narrowing {
        @Override
        public Estimate estimate() {
            return Estimate.NONE;
        }

        @Override
        public String words() {
            return "no row can fulfil the condition";
        }
    }

    /** Those with a value in some ranges of one index. */
    record OneIndex(IndexedField index, Field field, List<KeyRange> ranges, Estimate estimate) implements Narrowing {
        public OneIndex {
            ranges = List.copyOf(ranges);
        }

        @Override
        public String words() {
            return "index of " + field.words() + " (" + PlanWords.ranges(field, ranges) + "), " + estimate.words();
        }
    }

    /** Those in all of these, of which the first has the fewest. */
    record AllOf(List<Narrowing> parts) implements Narrowing {
        public AllOf {
            parts = List.copyOf(parts);
        }

        @Override
        public Estimate estimate() {
            return parts.get(0).estimate();
        }

        @Override
        public String words() {
            return parts.stream().map(Narrowing::words).collect(Collectors.joining("; and ", "(", ")"));
        }
    }

    /** Those in one of these at least. */
    record AnyOf(List<Narrowing> parts) implements Narrowing {
        public AnyOf {
            parts = List.copyOf(parts);
        }

        @Override
        public Estimate estimate() {
            return parts.stream().map(Narrowing::estimate).reduce(Estimate.NONE, Estimate::plus);
        }

        @Override
        public String words() {
            return parts.stream().map(Narrowing::words).collect(Collectors.joining("; or ", "(", ")"));
        }
    }
}
