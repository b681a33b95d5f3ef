package io.pfs.hadoop.fs;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.file.FileInfo;
import io.pfs.client.file.PfsForms;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.PathIOException;
import org.apache.hadoop.fs.permission.FsPermission;

/** Writes, moves and removes forms of files, and adds columns, in the folders of these. Any thread. */
final class FormChanges {
    private final PfsForms forms;
    private final Runnable changed;

    FormChanges(Mount mount) {
        this.forms = mount.views().forms();
        this.changed = mount.views()::changed;
    }

    /**
     * One that is written when it is closed, whole; nothing is made before.
     *
     * @param permission what its row is born with, if there is none
     */
    PfsOutputStream create(String path, EnumSet<CreateFlag> flags, FsPermission permission) throws IOException {
        if (flags.contains(CreateFlag.APPEND)) {
            throw appendRefused(path);
        }
        Optional<FileInfo> there = stat(path);
        if (there.isPresent() && (there.get().isDirectory() || !flags.contains(CreateFlag.OVERWRITE))) {
            throw new FileAlreadyExistsException(path + ": it is there already");
        } else if (there.isEmpty() && !flags.contains(CreateFlag.CREATE)) {
            throw new FileNotFoundException(path + ": there is no such form to overwrite");
        }
        return new PfsOutputStream(path, Errors.asked(path, () -> forms.create(path, permission.toShort())), changed);
    }

    private Optional<FileInfo> stat(String path) throws IOException {
        return Errors.asked(path, () -> forms.stat(path));
    }

    UnsupportedOperationException appendRefused(String path) {
        return new UnsupportedOperationException(path + ": a form of a file is written whole, and not appended to");
    }

    boolean isColumnMissing(String path) throws IOException {
        return stat(Paths.parent(path)).isEmpty();
    }

    void addColumn(String path) throws IOException {
        Errors.about(path, () -> forms.addColumn(path));
    }

    /**
     * Moves a form to another row or column, as files are moved: what can't be is told by {@code false}. Columns, and what is a form on one side alone, are
     * refused.
     */
    boolean rename(String from, String to) throws IOException {
        Optional<FileInfo> source = stat(requireForms(from, to));
        if (source.isEmpty()) {
            return false;
        }
        requireNoColumn(source.get(), from);
        Optional<FileInfo> target = stat(to);
        boolean isInto = target.filter(FileInfo::isDirectory).isPresent();
        String name = isInto ? Paths.child(to, Paths.name(from)) : to;
        if (name.equals(from)) {
            return true;
        } else if (isInto ? stat(name).isPresent() : target.isPresent()) {
            return false;
        }
        try {
            move(from, name, false);
            return true;
        } catch (FileNotFoundException | FileAlreadyExistsException e) {
            return false; // another one was faster
        }
    }

    /** Moves it to exactly this name; what keeps it from that is thrown. */
    void rename(String from, String to, boolean overwrite) throws IOException {
        FileInfo source = stat(requireForms(from, to))
                .orElseThrow(() -> new FileNotFoundException(from + ": there is no such form to rename"));
        requireNoColumn(source, from);
        Optional<FileInfo> target = stat(to);
        if (target.isPresent() && (!overwrite || target.get().isDirectory() || to.equals(from))) {
            throw new FileAlreadyExistsException(to + ": it is there already");
        }
        move(from, to, overwrite);
    }

    private static String requireForms(String from, String to) throws IOException {
        if (!Paths.isForm(from) || !Paths.isForm(to)) {
            throw new PathIOException(
                    from,
                    "a form of a file is not moved to be a file, nor a file to be a form, as of " + to + ": copy it");
        }
        return from;
    }

    private static void requireNoColumn(FileInfo source, String from) throws IOException {
        if (source.isDirectory()) {
            throw new PathIOException(from, "a column is renamed by the Java API, and not by moving its folder");
        }
    }

    /** Says whether there was one. A column goes with all its cells, which is not asked for by the removal of a folder. */
    boolean delete(String path) throws IOException {
        return Errors.told(path, () -> isDeleted(path));
    }

    private void move(String from, String to, boolean overwrite) throws IOException {
        Errors.told(from, () -> {
            forms.move(from, to, overwrite);
            return true;
        });
        if (isTemporary(Paths.name(from))) {
            removeEmptyRow(from);
        }
    }

    /** So Hadoop's shell and DistCp call what they write first, and rename then: such a row is of no use any more. */
    private static boolean isTemporary(String name) {
        return name.endsWith("._COPYING_") || name.startsWith(".distcp.tmp.");
    }

    /** That it is moved is what counts. */
    private void removeEmptyRow(String path) {
        try {
            forms.removeEmptyRow(path);
        } catch (PfsException e) {
            // it may not be removed by who asks, or somebody was faster: a row without anything stays
        }
    }

    private boolean isDeleted(String path) {
        if (forms.stat(path).filter(FileInfo::isDirectory).isPresent()) {
            throw new PfsException(
                    ErrorCode.NOT_SUPPORTED, "a column is dropped by the Java API, and not by removing its folder");
        }
        return forms.delete(path);
    }

    /** The same for one of many. */
    void delete(String path, Map<String, PfsException> refused) {
        try {
            isDeleted(path);
        } catch (PfsException e) {
            refused.put(path, e);
        }
    }
}
