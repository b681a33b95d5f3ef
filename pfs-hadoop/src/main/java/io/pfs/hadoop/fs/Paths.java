package io.pfs.hadoop.fs;

import org.apache.hadoop.fs.Path;

/** Paths as Hadoop and as the client write them. */
final class Paths {
    static final String ROOT = "/";

    private Paths() {}

    /** As the client writes it: from the root, without the file system. */
    static String text(Path qualified) {
        String path = qualified.toUri().getPath();
        return path.isEmpty() ? ROOT : path;
    }

    static boolean isRoot(String path) {
        return path.equals(ROOT);
    }

    /** The directory that a path is in. */
    static String parent(String path) {
        int slash = path.lastIndexOf('/');
        return slash <= 0 ? ROOT : path.substring(0, slash);
    }

    static String name(String path) {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    static String child(String directory, String name) {
        return isRoot(directory) ? ROOT + name : directory + "/" + name;
    }

    static boolean isBelow(String path, String directory) {
        return isRoot(directory) || path.startsWith(directory + "/");
    }

    /** What is in a directory. Its name may have a colon, which the shorter constructors take for the end of a scheme. */
    static Path child(Path directory, String name) {
        return new Path(directory.toUri().getScheme(), directory.toUri().getAuthority(), child(text(directory), name));
    }
}
