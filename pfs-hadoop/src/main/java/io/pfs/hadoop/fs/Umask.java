package io.pfs.hadoop.fs;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.permission.FsPermission;

/** What is taken away from permissions, as the configuration says it. Any thread. */
final class Umask {
    private volatile Known known = new Known("", FsPermission.getDirDefault());

    private record Known(String text, FsPermission permission) {}

    /** The text is looked up each time, as it may be set at any time, and read only when it is another one. */
    FsPermission in(Configuration conf) {
        String text = conf.get(FsPermission.UMASK_LABEL, "");
        Known now = known;
        if (!now.text().equals(text) || text.isEmpty()) {
            now = new Known(text, FsPermission.getUMask(conf));
            known = now;
        }
        return now.permission();
    }
}
