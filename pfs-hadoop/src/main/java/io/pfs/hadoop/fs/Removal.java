package io.pfs.hadoop.fs;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.file.PfsFiles;
import java.io.IOException;
import org.apache.hadoop.fs.PathIsNotEmptyDirectoryException;

/** Removes files and directories. Any thread. */
final class Removal {
    private final PfsFiles files;
    private final FormChanges forms;

    Removal(Mount mount) {
        this.files = mount.files();
        this.forms = new FormChanges(mount);
    }

    /** Says whether there was one. */
    boolean delete(String path, boolean recursive) throws IOException {
        if (Paths.isForm(path)) {
            return forms.delete(path);
        }
        if (Paths.isRoot(path)) {
            return deleteRoot(recursive);
        }
        try {
            return files.delete(path);
        } catch (PfsException e) {
            return switch (e.code()) {
                case IS_A_DIRECTORY -> deleteDirectory(path, recursive);
                case NOT_FOUND, NOT_A_DIRECTORY, NAME_INVALID -> false;
                default -> throw Errors.of(e, path);
            };
        }
    }

    private boolean deleteDirectory(String path, boolean recursive) throws IOException {
        try {
            if (recursive) {
                files.deleteTree(path);
            } else {
                files.deleteDirectory(path);
            }
            return true;
        } catch (PfsException e) {
            if (e.code() == ErrorCode.NOT_FOUND) {
                return false; // another one was faster
            }
            throw Errors.of(e, path);
        }
    }

    /** The root stays, and with it all that is in it, as in HDFS. */
    private boolean deleteRoot(boolean recursive) throws IOException {
        boolean isEmpty = !Errors.asked(Paths.ROOT, () -> files.walk(Paths.ROOT).hasNext());
        if (!recursive && !isEmpty) {
            throw new PathIsNotEmptyDirectoryException(Paths.ROOT);
        }
        return false;
    }
}
