package io.pfs.query;

import io.pfs.row.TagValue;
import io.pfs.row.TagValue.OfBoolean;
import io.pfs.row.TagValue.OfBytes;
import io.pfs.row.TagValue.OfDouble;
import io.pfs.row.TagValue.OfLong;
import io.pfs.row.TagValue.OfString;
import io.pfs.row.TagValue.OfTimestamp;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What conditions mean, said in the plainest way: numbers as decimals, truths as sets, everything by comparing with everything. */
public final class Naive {
    private static final List<BigDecimal> BEYOND_ALL =
            List.of(new BigDecimal("-1e400"), new BigDecimal("1e400"), new BigDecimal("1e401"));

    private Naive() {}

    /** True, false, or empty: unknown. */
    public static Optional<Boolean> decide(Condition condition, Map<Field, TagValue> row) {
        if (condition instanceof Condition.Constant constant) {
            return Optional.of(constant.value());
        } else if (condition instanceof Condition.Not not) {
            return decide(not.part(), row).map(truth -> !truth);
        } else if (condition instanceof Condition.And || condition instanceof Condition.Or) {
            List<Optional<Boolean>> parts =
                    condition.parts().stream().map(part -> decide(part, row)).toList();
            Optional<Boolean> decisive = Optional.of(condition instanceof Condition.Or);
            return parts.contains(decisive)
                    ? decisive
                    : parts.contains(Optional.<Boolean>empty()) ? Optional.empty() : decisive.map(truth -> !truth);
        }
        Optional<TagValue> value = Optional.ofNullable(row.get(((Condition.Term) condition).field()));
        return condition instanceof Condition.IsNull
                ? Optional.of(value.isEmpty())
                : value.flatMap(found -> decide(condition, found));
    }

    private static Optional<Boolean> decide(Condition condition, TagValue found) {
        if (condition instanceof Condition.Compare compare) {
            return compare(found, compare.value()).map(order -> switch (compare.comparison()) {
                case EQUAL -> order == 0;
                case NOT_EQUAL -> order != 0;
                case LESS -> order < 0;
                case AT_MOST -> order <= 0;
                case MORE -> order > 0;
                case AT_LEAST -> order >= 0;
            });
        } else if (condition instanceof Condition.In in) {
            List<Optional<Boolean>> equal = in.values().stream()
                    .map(member -> compare(found, member).map(order -> order == 0))
                    .toList();
            return equal.contains(Optional.of(true))
                    ? Optional.of(true)
                    : equal.contains(Optional.<Boolean>empty()) ? Optional.empty() : Optional.of(false);
        } else if (condition instanceof Condition.Prefix prefix) {
            return sameRuns(found, prefix.value()).map(runs -> runs.get(0).startsWith(runs.get(1)));
        }
        return sameRuns(found, ((Condition.Contains) condition).value())
                .map(runs -> runs.get(0).contains(runs.get(1)));
    }

    /** Both as text with a character a byte, if they are of one type that consists of some. */
    private static Optional<List<String>> sameRuns(TagValue one, TagValue two) {
        boolean isRun = one instanceof OfString || one instanceof OfBytes;
        return isRun && one.getClass() == two.getClass()
                ? Optional.of(List.of(latin(one), latin(two)))
                : Optional.empty();
    }

    private static String latin(TagValue run) {
        byte[] bytes =
                run instanceof OfString text ? text.value().getBytes(StandardCharsets.UTF_8) : ((OfBytes) run).value();
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    /** The order of two values, if they can be compared. */
    public static Optional<Integer> compare(TagValue one, TagValue two) {
        if (isNumber(one) && isNumber(two)) {
            return Optional.of(decimal(one).compareTo(decimal(two)));
        } else if (one.getClass() != two.getClass()) {
            return Optional.empty();
        } else if (one instanceof OfTimestamp moment) {
            return Optional.of(Long.compare(moment.millis(), ((OfTimestamp) two).millis()));
        } else if (one instanceof OfBoolean truth) {
            return Optional.of(Boolean.compare(truth.value(), ((OfBoolean) two).value()));
        } else if (one instanceof OfString text) {
            return Optional.of(compare(codePoints(text.value()), codePoints(((OfString) two).value())));
        }
        return Optional.of(hex(one).compareTo(hex(two)));
    }

    private static boolean isNumber(TagValue value) {
        return value instanceof OfLong || value instanceof OfDouble;
    }

    /** Exactly; with places for what is no number of ours, NaN last. */
    public static BigDecimal decimal(TagValue number) {
        if (number instanceof OfLong whole) {
            return BigDecimal.valueOf(whole.value());
        }
        double value = ((OfDouble) number).value();
        if (Double.isFinite(value)) {
            return new BigDecimal(value);
        }
        return BEYOND_ALL.get(Double.isNaN(value) ? 2 : value > 0 ? 1 : 0);
    }

    private static List<Integer> codePoints(String text) {
        return text.codePoints().boxed().toList();
    }

    private static int compare(List<Integer> one, List<Integer> two) {
        for (int i = 0; i < Math.min(one.size(), two.size()); i++) {
            int order = one.get(i).compareTo(two.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(one.size(), two.size());
    }

    private static String hex(TagValue bytes) {
        return HexFormat.of().formatHex(((OfBytes) bytes).value());
    }
}
