package io.pfs.hadoop.fs;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.file.FileInfo;
import io.pfs.client.file.PfsFiles;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.fs.FileAlreadyExistsException;

/**
 * Moves files and directories as HDFS does: what can't be moved is told by {@code false}, and whatever is moved to a directory
 * comes to lie in it. One request, or three if the new name is taken. Any thread.
 */
final class Renaming {
    private final PfsFiles files;
    private final FormChanges forms;

    Renaming(Mount mount) {
        this.files = mount.files();
        this.forms = new FormChanges(mount);
    }

    boolean rename(String from, String to) throws IOException {
        if (isAboutForms(from, to)) {
            return forms.rename(from, to);
        } else if (Paths.isRoot(from)) {
            return false;
        } else if (from.equals(to)) {
            return found(to).filter(there -> !there.isDirectory()).isPresent();
        } else if (Paths.isBelow(to, from)) {
            return false;
        }
        return isMoved(from, to, true);
    }

    private static boolean isAboutForms(String from, String to) {
        return Paths.isForm(from) || Paths.isForm(to);
    }

    private Optional<FileInfo> found(String path) throws IOException {
        return Errors.asked(path, () -> files.stat(path));
    }

    private boolean isMoved(String from, String to, boolean intoDirectory) throws IOException {
        try {
            files.rename(from, to);
            return true;
        } catch (PfsException e) {
            return switch (e.code()) {
                case NOT_FOUND, INTO_ITSELF -> false;
                case ALREADY_EXISTS, IS_A_DIRECTORY -> intoDirectory && isMovedInto(from, to);
                default -> throw Errors.of(e, Errors.both(from, to));
            };
        }
    }

    private boolean isMovedInto(String from, String directory) throws IOException {
        if (found(directory).filter(FileInfo::isDirectory).isEmpty()) {
            return false;
        }
        String to = Paths.child(directory, Paths.name(from));
        return to.equals(from) ? found(from).isPresent() : isMoved(from, to, false);
    }

    /** Moves to exactly this name; what keeps it from that is thrown. */
    void rename(String from, String to, boolean overwrite) throws IOException {
        if (isAboutForms(from, to)) {
            forms.rename(from, to, overwrite);
            return;
        }
        if (from.equals(to)) {
            throw new FileAlreadyExistsException(from + " can't be renamed to itself");
        }
        try {
            if (overwrite) {
                files.replace(from, to);
            } else {
                files.rename(from, to);
            }
        } catch (PfsException e) {
            boolean isTaken = !overwrite && e.code() == ErrorCode.IS_A_DIRECTORY;
            throw isTaken ? Errors.taken(to, e) : Errors.of(e, Errors.both(from, to));
        }
    }
}
