package io.pfs.server.archive;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What is written of an entry beside its name and content.
 *
 * @param mode the permission bits
 * @param mtimeMillis since 1970
 * @param tags names with values as text; only who {@link ArchiveWriter#keepsTags() keeps tags} writes them
 */
public record EntryAttributes(int mode, long mtimeMillis, SortedMap<String, String> tags) {
    public EntryAttributes {
        tags = Collections.unmodifiableSortedMap(new TreeMap<>(tags));
    }

    public EntryAttributes(int mode, long mtimeMillis) {
        this(mode, mtimeMillis, Collections.emptySortedMap());
    }
}
