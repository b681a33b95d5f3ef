package io.pfs.server.exchange;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What an import or export did not take along, why, and the first few of it by name. */
public final class LeftOut {
    private static final int EXAMPLES_MAX = 5;
    /** Who is to bring these back from elsewhere needs their names. */
    private static final int DAMAGED_MAX = 1_000;

    /** Why something was left out. */
    public enum Reason {
        NO_PATTERN(false, "no pattern is about it"),
        LINK(false, "a symbolic link, which no pattern is about"),
        DEVICE(false, "a device, a pipe or a socket"),
        NO_CELLS(false, "a row without a cell in these columns"),
        TAGS(false, "tags of a row, which only a tar takes along"),
        NOTHING_FITS(true, "nothing is what was asked for"),
        NAME(true, "a name that can't be used"),
        KIND(true, "something PFS has no form for"),
        TOO_LARGE(true, "larger than a cell, or a file of a zip, may be"),
        UNREADABLE(true, "could not be read"),
        EXISTS(true, "something else is there already"),
        AMBIGUOUS(true, "its file would be taken for another cell"),
        GONE(true, "went, or was written anew, while it was to be read"),
        DAMAGED(true, "damaged, or can't be read from where it is stored"),
        REFUSED(true, "refused by the file system");

        private final boolean failure;
        private final String text;

        Reason(boolean failure, String text) {
            this.failure = failure;
            this.text = text;
        }

        /** Whether somebody may miss it: then the command does not say that it was successful. */
        public boolean isFailure() {
            return failure;
        }

        public String text() {
            return text;
        }
    }

    /** How often one reason occurred. */
    public static final class Group {
        private final List<String> examples = new ArrayList<>();
        private long count;

        public long count() {
            return count;
        }

        /** The first few, each said in full. */
        public List<String> examples() {
            return Collections.unmodifiableList(examples);
        }
    }

    private final EnumMap<Reason, Group> groups = new EnumMap<>(Reason.class);

    void add(Reason reason, String example) {
        Group group = groups.computeIfAbsent(reason, none -> new Group());
        group.count++;
        if (group.examples.size() < (reason == Reason.DAMAGED ? DAMAGED_MAX : EXAMPLES_MAX)) {
            group.examples.add(example);
        }
    }

    /** In the order of the reasons. */
    public Map<Reason, Group> groups() {
        return Collections.unmodifiableMap(groups);
    }

    public boolean hasFailures() {
        return groups.keySet().stream().anyMatch(Reason::isFailure);
    }
}
