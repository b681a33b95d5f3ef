package io.pfs.server.exchange;

import io.pfs.PfsException;
import io.pfs.query.text.TagText;
import io.pfs.row.Inline;
import io.pfs.row.TagValue;
import io.pfs.row.Tags;
import io.pfs.server.exchange.LeftOut.Reason;
import io.pfs.server.tagtext.TagLine;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Tags of a row on their way from and to an archive, which has text of them. */
final class RowTags {
    private RowTags() {}

    static SortedMap<String, String> print(Tags tags) {
        TreeMap<String, String> texts = new TreeMap<>();
        tags.byName().forEach((name, value) -> texts.put(name, TagText.print(value)));
        return texts;
    }

    /** Refuses what no row can have. */
    static Tags parse(SortedMap<String, String> texts) {
        if (texts.isEmpty()) {
            return Tags.NONE;
        }
        TreeMap<String, TagValue> tags = new TreeMap<>();
        texts.forEach((name, text) -> tags.put(name, TagText.parse(text)));
        return TagLine.requireFits(tags);
    }

    /** These, unless they and those that are there have no room in a row, in which a link is, too; that is told. */
    static Tags asFarAsTheyFit(byte[] link, Tags there, Tags set, Tally tally, RowKey key) {
        if (set.isEmpty() || fit(link, there.with(set.byName(), List.of()))) {
            return set;
        }
        String names = String.join("', '", set.byName().keySet());
        tally.leaveOut(Reason.REFUSED, key + ": a row has no room for its tags '" + names + "', which are left out");
        return Tags.NONE;
    }

    static boolean fit(byte[] link, Tags tags) {
        Inline target = link.length == 0 ? Inline.EMPTY : Inline.ofTarget(link);
        try {
            byte[] unused = target.with(tags).toBytes();
            return true;
        } catch (PfsException e) {
            return false;
        }
    }

    /** Which are to be set, as it is with cells: what is missing, and what differs only if it may be replaced; else that is told. */
    static Tags toSet(Tags there, Tags wanted, boolean overwrite, Consumer<String> differing) {
        TreeMap<String, TagValue> set = new TreeMap<>();
        wanted.byName().forEach((name, value) -> {
            boolean isSame = value.equals(there.byName().get(name));
            if (!isSame && (overwrite || there.get(name).isEmpty())) {
                set.put(name, value);
            } else if (!isSame) {
                differing.accept(name);
            }
        });
        return set.isEmpty() ? Tags.NONE : new Tags(set);
    }
}
