package io.pfs.server.cli;

import io.pfs.server.archive.FileFailures;
import java.io.IOException;
import java.nio.file.FileSystemException;

/** What is said of a file of the user, and not of ours, that failed where nobody knew more about it. */
public final class UserFiles {
    private UserFiles() {}

    public static String words(IOException failed) {
        String file = failed instanceof FileSystemException named && named.getFile() != null
                ? named.getFile()
                : "a file that it uses";
        return FileFailures.of("read or write", file, failed).detail();
    }
}
