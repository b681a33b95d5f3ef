package io.pfs.hadoop.fs;

import io.pfs.PfsException;
import io.pfs.client.Pfs;
import io.pfs.client.file.FileContent;
import io.pfs.client.file.FileGlance;
import io.pfs.client.file.FileInfo;
import io.pfs.client.file.PfsFiles;
import io.pfs.client.file.PfsForms;
import java.util.Iterator;
import java.util.Optional;

/** What can be read by path: files and directories, and the forms of files in the folders of their columns. Any thread. */
final class Views {
    private final PfsFiles files;
    private final PfsForms forms;
    private final Foresight foresight;

    Views(Pfs pfs, Foresight foresight) {
        this.files = pfs.files();
        this.forms = pfs.forms();
        this.foresight = foresight;
    }

    Optional<FileInfo> stat(String path) {
        if (!foresight.looksAhead(path)) {
            return found(path);
        }
        long ns = foresight.nowNs();
        long changes = foresight.changes();
        try {
            FileGlance glance = Paths.isForm(path) ? forms.glance(path) : files.glance(path);
            glance.content().ifPresent(content -> foresight.keep(new FileContent(glance.info(), content), ns, changes));
            return Optional.of(glance.info());
        } catch (PfsException e) {
            return switch (e.code()) {
                case NOT_FOUND, NOT_A_DIRECTORY -> Optional.empty();
                // what has no bytes, or none for who asks, still has a status
                case IS_A_DIRECTORY, PERMISSION_DENIED -> found(path);
                default -> throw e;
            };
        }
    }

    private Optional<FileInfo> found(String path) {
        return Paths.isForm(path) ? forms.stat(path) : files.stat(path);
    }

    FileContent look(String path) {
        return foresight.opened(path).orElseGet(() -> content(path));
    }

    private FileContent content(String path) {
        return Paths.isForm(path) ? forms.look(path) : files.look(path);
    }

    /** Something is written here. */
    void changed() {
        foresight.changed();
    }

    Iterator<FileInfo> walk(String path) {
        return Paths.isForm(path) ? forms.walk(path) : files.walk(path);
    }

    Iterator<FileInfo> walkAfter(String path, String name) {
        return Paths.isForm(path) ? forms.walkAfter(path, name) : files.walkAfter(path, name);
    }

    /** All that is below a directory. */
    Iterator<FileInfo> walkTree(String path) {
        return Paths.isForm(path) ? new FormTree(forms, path) : files.walkTree(path);
    }

    PfsForms forms() {
        return forms;
    }
}
