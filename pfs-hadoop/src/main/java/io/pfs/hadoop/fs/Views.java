package io.pfs.hadoop.fs;

import io.pfs.client.Pfs;
import io.pfs.client.file.FileContent;
import io.pfs.client.file.FileInfo;
import io.pfs.client.file.PfsFiles;
import io.pfs.client.file.PfsForms;
import java.util.Iterator;
import java.util.Optional;

/** What can be read by path: files and directories, and the forms of files in the folders of their columns. Any thread. */
final class Views {
    private final PfsFiles files;
    private final PfsForms forms;

    Views(Pfs pfs) {
        this.files = pfs.files();
        this.forms = pfs.forms();
    }

    Optional<FileInfo> stat(String path) {
        return Paths.isForm(path) ? forms.stat(path) : files.stat(path);
    }

    FileContent look(String path) {
        return Paths.isForm(path) ? forms.look(path) : files.look(path);
    }

    Iterator<FileInfo> walk(String path) {
        return Paths.isForm(path) ? forms.walk(path) : files.walk(path);
    }

    PfsForms forms() {
        return forms;
    }
}
