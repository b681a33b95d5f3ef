package io.pfs.hadoop.rows;

import io.pfs.client.Pfs;
import io.pfs.client.file.PfsForms;
import io.pfs.client.table.Table;
import io.pfs.hadoop.fs.Errors;
import io.pfs.hadoop.fs.PfsFileSystem;
import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** Tables by the paths of their directories, reached as Hadoop reaches the file systems that they are in. */
public final class Tables {
    private Tables() {}

    /** A path with all that says where it is, as Hadoop completes it: by the default file system, and from the user's home directory on. */
    public static Path whole(Path path, Configuration conf) throws IOException {
        FileSystem system = path.getFileSystem(conf);
        // and not by its own method, which goes by the default that there was when Hadoop made it
        return path.makeQualified(system.getUri(), system.getWorkingDirectory());
    }

    /** The client of the file system that Hadoop keeps for all of this JVM. */
    public static Pfs client(Path path, Configuration conf) throws IOException {
        FileSystem system = path.getFileSystem(conf);
        if (system instanceof PfsFileSystem pfs) {
            return pfs.client();
        }
        throw new IllegalArgumentException("'" + path + "' is no table: tables are in pfs://, and this is in "
                + system.getUri() + " (" + system.getClass().getName() + "); write pfs://HOST:PORT/ before it, or set "
                + FileSystem.FS_DEFAULT_NAME_KEY);
    }

    /** As the client writes it: from the root on. */
    public static String text(Path path) {
        String text = path.toUri().getPath();
        if ((text + "/").contains("/" + PfsForms.FOLDER + "/")) {
            throw new IllegalArgumentException(
                    "'" + path + "' is the folder of a column: name the table, and the column as one of its forms");
        }
        return text.isEmpty() ? "/" : text;
    }

    /** A table that is there. */
    public static Table open(Path path, Configuration conf) throws IOException {
        Pfs pfs = client(path, conf);
        String text = text(path);
        return Errors.read(path.toString(), () -> pfs.openTable(text));
    }
}
