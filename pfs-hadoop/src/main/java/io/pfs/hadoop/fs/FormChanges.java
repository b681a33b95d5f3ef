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

/** Writes and removes forms of files, and adds columns, in the folders of these. Any thread. */
final class FormChanges {
    private final PfsForms forms;
    private final Runnable changed;

    FormChanges(Mount mount) {
        this.forms = mount.views().forms();
        this.changed = mount.views()::changed;
    }

    /** One that is written when it is closed, whole; nothing is made before. */
    PfsOutputStream create(String path, EnumSet<CreateFlag> flags) throws IOException {
        if (flags.contains(CreateFlag.APPEND)) {
            throw appendRefused(path);
        }
        Optional<FileInfo> there = stat(path);
        if (there.isPresent() && (there.get().isDirectory() || !flags.contains(CreateFlag.OVERWRITE))) {
            throw new FileAlreadyExistsException(path + ": it is there already");
        } else if (there.isEmpty() && !flags.contains(CreateFlag.CREATE)) {
            throw new FileNotFoundException(path + ": there is no such form to overwrite");
        }
        return new PfsOutputStream(path, Errors.asked(path, () -> forms.create(path)), changed);
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

    /** Says whether there was one. A column goes with all its cells, which is not asked for by the removal of a folder. */
    boolean delete(String path) throws IOException {
        return Errors.asked(path, () -> isDeleted(path));
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
