package io.pfs.server.tagtext;

import io.pfs.RowName;
import io.pfs.row.Inline;
import io.pfs.row.TagValue;
import io.pfs.row.Tags;
import java.util.SortedMap;

/** What a file says about one row: its name, and tags, perhaps none. */
public record TagLine(RowName name, Tags tags) {
    /** Refuses what no row can have. */
    static TagLine of(String name, SortedMap<String, TagValue> byName) {
        return new TagLine(RowName.of(name), requireFits(byName));
    }

    /** The tags, unless their names are not valid, or they are more than a row holds. */
    public static Tags requireFits(SortedMap<String, TagValue> byName) {
        Tags tags = new Tags(byName);
        Inline.EMPTY.with(tags).toBytes(); // refuses what would be too large
        return tags;
    }
}
