package io.pfs.server.tag;

import io.pfs.query.Comparison;
import io.pfs.query.Condition;
import io.pfs.query.Field;
import io.pfs.query.range.Border;
import io.pfs.query.range.KeyRange;
import io.pfs.query.text.QueryText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What plans say of numbers and ranges. */
final class PlanWords {
    /** More of a condition is not said. */
    private static final int CHARS_MAX = 100;

    private static final int RANGES_SAID_MAX = 3;

    private PlanWords() {}

    static String number(long value) {
        return String.format(Locale.ROOT, "%,d", value);
    }

    /** As a condition, if it is a short one. */
    static String ranges(Field field, List<KeyRange> ranges) {
        if (ranges.size() > RANGES_SAID_MAX) {
            return "in " + number(ranges.size()) + " ranges";
        }
        List<Condition> each =
                ranges.stream().map(range -> condition(field, range)).toList();
        Condition all = Condition.or(each);
        if (all.equals(Condition.Constant.ALWAYS) || each.contains(Condition.Constant.ALWAYS)) {
            return "all of it";
        }
        String text = QueryText.print(all);
        return text.length() <= CHARS_MAX ? text : text.substring(0, CHARS_MAX) + "...";
    }

    private static Condition condition(Field field, KeyRange range) {
        Border from = range.from();
        Border to = range.to();
        if (to.isOfPrefix() && to.value().equals(from.value()) && !from.isBehind()) {
            return new Condition.Prefix(field, to.value().orElseThrow());
        }
        List<Condition> both = new ArrayList<>();
        range.only().ifPresentOrElse(value -> both.add(new Condition.Compare(field, Comparison.EQUAL, value)), () -> {
            from.value().ifPresent(value -> both.add(new Condition.Compare(field, least(from), value)));
            to.value().ifPresent(value -> both.add(new Condition.Compare(field, greatest(to), value)));
        });
        return Condition.and(both);
    }

    private static Comparison least(Border from) {
        return from.isBehind() ? Comparison.MORE : Comparison.AT_LEAST;
    }

    private static Comparison greatest(Border to) {
        return to.isBehind() ? Comparison.AT_MOST : Comparison.LESS;
    }
}
