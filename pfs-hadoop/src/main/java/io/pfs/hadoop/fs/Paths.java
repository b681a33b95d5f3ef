package io.pfs.hadoop.fs;

import io.pfs.client.file.PfsForms;
import java.io.IOException;
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

    /** Whether it leads through the folder of the columns of a directory. */
    static boolean isForm(String path) {
        return (path + "/").contains("/" + PfsForms.FOLDER + "/");
    }

    /** A cell of a file, which is one of its forms. */
    static Path form(Path file, String column) throws IOException {
        String text = text(file);
        String form = Errors.asked(text, () -> PfsForms.pathOf(text, column));
        return new Path(file.toUri().getScheme(), file.toUri().getAuthority(), form);
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
