package io.pfs.hadoop.spark.source;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.Pfs;
import io.pfs.client.sorted.Memberships;
import io.pfs.client.sorted.Sorted;
import io.pfs.client.sorted.SortedFiles;
import java.util.List;

/**
 * Keeps a table in the sorted files that it is in when another takes its place: they mean tables by their ids, and would go on
 * without it in silence.
 */
final class KeptSorted {
    private static final System.Logger LOG = System.getLogger(KeptSorted.class.getName());

    /** Something that is done to a sorted file. */
    private interface Change {
        void make(Sorted sorted);
    }

    private KeptSorted() {}

    /** Refuses before anything is written what could not be kept in the end. */
    static void requireChangeable(Pfs pfs, String table) {
        Memberships all = of(pfs, table);
        if (!all.unread().isEmpty()) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "'" + table + "' is to be overwritten, and sorted files " + quoted(all.unread())
                            + " can't be read by who does it: those that it is in are without it afterwards, until"
                            + " somebody adds it again (bin/pfs tag sorted NAME " + table + " FIELDS)");
        }
        for (String name : all.names()) {
            change(pfs, table, name, Sorted::requireChangeable);
        }
    }

    /**
     * From then on both tables are in them. Who searches before the old one is taken out may find rows of both, and if this ends
     * in between, none is missed.
     */
    static void add(Pfs pfs, String made, String old) {
        for (String name : of(pfs, old).names()) {
            change(pfs, old, name, sorted -> sorted.addLike(made, old));
        }
    }

    private static void change(Pfs pfs, String table, String name, Change change) {
        try (Sorted sorted = pfs.openSorted(name)) {
            change.make(sorted);
        } catch (PfsException e) {
            if (e.code() != ErrorCode.NOT_FOUND || isIn(pfs, table, name)) {
                throw refused(table, name, e);
            }
        }
    }

    /**
     * Whether a table is in a sorted file, or may be: if it is not, what was not found is that file, which was dropped, or the table
     * in it, which was taken out. Else it is a column that the other table does not have.
     */
    private static boolean isIn(Pfs pfs, String table, String name) {
        Memberships all = of(pfs, table);
        return all.names().contains(name)
                || all.unread().contains(name)
                || all.unread().contains(SortedFiles.DIRECTORY);
    }

    private static PfsException refused(String table, String name, PfsException cause) {
        return new PfsException(
                cause.code(),
                "table '" + table + "' can't be overwritten: it is in sorted file '" + name
                        + "', which would lose it, as it can't be changed so that it has the new one, too ("
                        + cause.detail()
                        + "); have the table taken out of it (bin/pfs tag sorted " + name + " " + table
                        + " --remove), or get the right to write '/.sorted/" + name + "'",
                cause);
    }

    /**
     * Takes out a table whose place another has taken, where that is in, too: also where it was not before, as the old one was added
     * meanwhile. Where it can't come in the old one stays, so that it is seen.
     */
    static void replace(Pfs pfs, String made, String gone) {
        unlessItFails(gone, () -> {
            for (String name : of(pfs, gone).names()) {
                replace(pfs, made, gone, name);
            }
        });
    }

    private static void replace(Pfs pfs, String made, String gone, String name) {
        try (Sorted sorted = pfs.openSorted(name)) {
            sorted.addLike(made, gone);
            unlessItFails(gone, () -> sorted.remove(gone));
        } catch (PfsException e) {
            if (e.code() != ErrorCode.NOT_FOUND || isIn(pfs, gone, name)) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "'" + made + "' was overwritten, and sorted file '" + name
                                + "' is without it, or without some of"
                                + " its fields, until somebody adds it again (bin/pfs tag sorted " + name + " " + made
                                + " FIELDS)",
                        e);
            }
        }
    }

    /** Takes out a table that is about to be deleted. One that stays there is not found any more: that is no reason to fail. */
    static void remove(Pfs pfs, String gone) {
        unlessItFails(gone, () -> {
            for (String name : of(pfs, gone).names()) {
                unlessItFails(gone, () -> {
                    try (Sorted sorted = pfs.openSorted(name)) {
                        sorted.remove(gone);
                    }
                });
            }
        });
    }

    private static void unlessItFails(String gone, Runnable removal) {
        try {
            removal.run();
        } catch (PfsException e) {
            if (e.code() != ErrorCode.NOT_FOUND) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "'" + gone
                                + "' is about to be deleted, and may stay in sorted files as a table that is gone, which"
                                + " `bin/pfs tag sorted NAME` shows",
                        e);
            }
        }
    }

    /** Who may not list them can't change them either, and may not know of them. */
    private static Memberships of(Pfs pfs, String table) {
        try {
            return pfs.sortedOf(table);
        } catch (PfsException e) {
            if (e.code() == ErrorCode.PERMISSION_DENIED) {
                return new Memberships(List.of(), List.of(SortedFiles.DIRECTORY));
            }
            throw e;
        }
    }

    private static String quoted(List<String> names) {
        return "'" + String.join("', '", names) + "'";
    }
}
