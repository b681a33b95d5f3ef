package io.pfs.hadoop.spark.source;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.Pfs;
import io.pfs.client.file.PfsFiles;
import io.pfs.client.table.ColumnOptions;
import io.pfs.client.table.RowView;
import io.pfs.client.table.Table;
import io.pfs.client.table.TableInfo;
import io.pfs.client.table.TableOptions;
import io.pfs.row.RowKind;
import io.pfs.table.Column;
import java.util.List;
import java.util.Optional;

/**
 * A table that takes the place of another when it is complete. What is no file in the old one, its subdirectories and
 * symlinks, goes over to the new one.
 *
 * @param path of the table
 * @param made where the new one is until then
 * @param aside where the old one is from then on, until it is gone
 */
record Replacement(String path, String made, String aside) {
    private static final int ROWS_OF_PAGE = 1 << 14;

    /**
     * Of one job.
     *
     * @param job a name that no other has
     */
    static Replacement of(String path, String job) {
        int slash = path.lastIndexOf('/');
        if (path.equals("/")) {
            throw new IllegalArgumentException(
                    "the root of a file system can't be overwritten: name a table, as in pfs://HOST:PORT/photos");
        }
        String parent = path.substring(0, slash + 1);
        return new Replacement(path, parent + ".pfs-new-" + job, parent + ".pfs-old-" + job);
    }

    /**
     * Makes the new table like the old one, with its columns. If that fails nothing of it stays: Spark asks nobody to clean up
     * then.
     *
     * @param otherwise how it is made if there is no old one
     * @param forms what columns there are to be besides
     */
    Table begin(Pfs pfs, TableOptions otherwise, List<String> forms) {
        try {
            return RowWriter.prepared(made(pfs, otherwise), forms);
        } catch (RuntimeException e) {
            evenSo(e, () -> giveUp(pfs));
            throw e;
        }
    }

    /** What is to be done although something has failed; why that did is what the user is told. */
    private static void evenSo(RuntimeException failure, Runnable call) {
        try {
            call.run();
        } catch (PfsException e) {
            failure.addSuppressed(e);
        }
    }

    /** The renames in the end are of what has the name: they would leave the table that it leads to as it was. */
    private void requireNoLink(Pfs pfs) {
        boolean isLink = pfs.files()
                .statLink(path)
                .filter(info -> info.kind() == RowKind.SYMLINK)
                .isPresent();
        if (isLink) {
            throw new IllegalArgumentException("table '" + path
                    + "' can't be overwritten by that name, which is a symlink: name the table that it leads to");
        }
    }

    private Table made(Pfs pfs, TableOptions otherwise) {
        requireNoLink(pfs);
        Optional<Table> old = old(pfs);
        if (old.isEmpty()) {
            return pfs.ensureTable(made, otherwise);
        }
        KeptSorted.requireChangeable(pfs, path);
        TableInfo info = old.get().describe();
        TableOptions options = TableOptions.DEFAULT
                .withPolicy(info.policy())
                .withMode(info.mode())
                .withSpread(info.spread())
                .withSpreadPolicy(info.spreadPolicy());
        Table table = pfs.createTable(made, options);
        TableInfo born = table.describe();
        if (born.owner() != info.owner() || born.group() != info.group()) {
            pfs.files().setOwner(made, info.owner(), info.group());
        }
        for (Column column : info.columns()) {
            if (!column.name().equals(Column.CONTENT_NAME)) {
                table.addColumn(column.name(), new ColumnOptions(column.group(), column.compressed()));
            }
        }
        if (!info.indexes().isEmpty()) {
            table.addIndexes(info.indexes());
        }
        return table;
    }

    private Optional<Table> old(Pfs pfs) {
        return there(pfs, path);
    }

    private static Optional<Table> there(Pfs pfs, String path) {
        try {
            return Optional.of(pfs.openTable(path));
        } catch (PfsException e) {
            if (e.code() == ErrorCode.NOT_FOUND) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** The new table is complete. */
    void finish(Pfs pfs) {
        boolean replaces = old(pfs).isPresent();
        try {
            if (replaces) {
                KeptSorted.add(pfs, made, path);
                move(pfs, path, aside);
            }
            move(pfs, made, path);
        } catch (PfsException e) {
            evenSo(e, () -> putBack(pfs));
            throw e;
        }
        if (replaces) {
            KeptSorted.replace(pfs, path, aside);
            bringOver(pfs.files(), pfs.openTable(aside));
            pfs.files().deleteTree(aside);
        }
    }

    /** A failure does not always say whether it was done, so that is looked up. */
    private static void move(Pfs pfs, String from, String to) {
        try {
            pfs.files().rename(from, to);
        } catch (PfsException e) {
            if (e.code() != ErrorCode.UNKNOWN_OUTCOME || !isMoved(pfs, from, to, e)) {
                throw e;
            }
        }
    }

    private static boolean isMoved(Pfs pfs, String from, String to, PfsException failure) {
        try {
            return there(pfs, from).isEmpty() && there(pfs, to).isPresent();
        } catch (PfsException e) {
            failure.addSuppressed(e);
            return false;
        }
    }

    /** The old table, if it was put aside and nothing has come instead. */
    private void putBack(Pfs pfs) {
        if (there(pfs, path).isEmpty() && there(pfs, aside).isPresent()) {
            move(pfs, aside, path);
        }
    }

    private void bringOver(PfsFiles files, Table old) {
        for (RowView row : old.scan().pages(ROWS_OF_PAGE, 1)) {
            if (row.kind() != RowKind.FILE) {
                try {
                    files.rename(aside + "/" + row.name(), path + "/" + row.name());
                } catch (PfsException e) {
                    throw new PfsException(
                            e.code(),
                            "'" + path + "' was overwritten, but '" + row.name()
                                    + "', which is no file, and what else was" + " there before is still in '" + aside
                                    + "': " + e.detail(),
                            e);
                }
            }
        }
    }

    /**
     * The new table is not wanted any more. It is deleted only when the old one is known to be where it was: until then it may be
     * the only one that a user can take.
     */
    void giveUp(Pfs pfs) {
        putBack(pfs);
        if (there(pfs, made).isPresent()) {
            KeptSorted.remove(pfs, made);
            pfs.files().deleteTree(made);
        }
    }
}
