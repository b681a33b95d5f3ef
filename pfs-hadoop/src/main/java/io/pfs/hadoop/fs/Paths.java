package io.pfs.hadoop.fs;

import io.pfs.Limits;
import io.pfs.RowName;
import io.pfs.client.file.PfsForms;
import io.pfs.client.route.PfsPath;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.Path;

/** Paths as Hadoop and as the client write them. */
final class Paths {
    static final String ROOT = "/";

    private static final boolean[] SIMPLE = simple();

    private Paths() {}

    /** As the client writes it: from the root, without the file system. */
    static String text(Path qualified) {
        return text(qualified.toUri().getPath());
    }

    private static String text(String path) {
        return path.isEmpty() ? ROOT : path;
    }

    /** Whether it begins at the root of whatever file system is asked, so that its text is all that it says. */
    static boolean isPlain(Path path) {
        URI uri = path.toUri();
        return uri.getScheme() == null && uri.getAuthority() == null && path.isUriPathAbsolute();
    }

    /** Whether a name in it is longer than any is, or there are more of them than in any. */
    static boolean isTooLong(String path) {
        List<String> names = Arrays.stream(path.split("/", -1))
                .filter(name -> !name.isEmpty())
                .toList();
        return names.size() > PfsPath.DEPTH_MAX
                || names.stream()
                        .anyMatch(name -> name.getBytes(StandardCharsets.UTF_8).length > Limits.ROW_NAME_BYTES_MAX);
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

    /** The same in this file system, whose URI is not read again for it. */
    static Path in(URI fileSystem, Path plain) {
        return new Path(fileSystem.resolve(plain.toUri()));
    }

    /**
     * What is in a directory. Of most names only the path is put together, as listings are long. Others may have a colon, which the
     * shorter constructors take for the end of a scheme.
     */
    static Path child(Path directory, String name) {
        URI uri = directory.toUri();
        if (isSimple(name)) {
            return new Path(uri.resolve(URI.create(child(text(uri.getRawPath()), name))));
        }
        return new Path(uri.getScheme(), uri.getAuthority(), child(text(directory), name));
    }

    /** What these names lead to from the root of the file system that a path is in. */
    static Path at(Path inSameSystem, List<RowName> names) {
        String text = names.stream()
                .map(name -> "/" + new String(name.toBytes(), StandardCharsets.UTF_8))
                .collect(Collectors.joining());
        URI uri = inSameSystem.toUri();
        return new Path(uri.getScheme(), uri.getAuthority(), text(text));
    }

    /** Whether it stands in a URI as it is. */
    private static boolean isSimple(String name) {
        return name.chars().allMatch(c -> c < SIMPLE.length && SIMPLE[c]);
    }

    private static boolean[] simple() {
        boolean[] simple = new boolean['z' + 1];
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_."
                .chars()
                .forEach(c -> simple[c] = true);
        return simple;
    }
}
