package io.pfs.hadoop.fs;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.client.file.FileInfo;
import io.pfs.client.file.PfsForms;
import io.pfs.client.route.PfsPath;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** All that is below the folder of the columns of a directory, or below the folder of one. For one thread. */
final class FormTree implements Iterator<FileInfo> {
    private final PfsForms forms;
    private final ArrayDeque<PfsPath> open = new ArrayDeque<>();
    private Iterator<FileInfo> infos;

    FormTree(PfsForms forms, String path) {
        this.forms = forms;
        this.infos = forms.walk(path);
    }

    @Override
    public boolean hasNext() {
        while (!infos.hasNext() && !open.isEmpty()) {
            infos = column(open.remove());
        }
        return infos.hasNext();
    }

    /** Nothing if the column went meanwhile. */
    private Iterator<FileInfo> column(PfsPath folder) {
        try {
            return forms.walk(PfsForms.text(folder));
        } catch (PfsException e) {
            if (e.code() != ErrorCode.NOT_FOUND) {
                throw e;
            }
            return Collections.emptyIterator();
        }
    }

    @Override
    public FileInfo next() {
        if (!hasNext()) {
            throw new NoSuchElementException("the walk over the forms is at its end");
        }
        FileInfo info = infos.next();
        if (info.isDirectory()) {
            open.add(info.path());
        }
        return info;
    }
}
