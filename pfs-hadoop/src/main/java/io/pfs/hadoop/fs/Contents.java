package io.pfs.hadoop.fs;

import io.pfs.client.file.FileInfo;
import io.pfs.client.file.PfsFiles;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.HadoopIllegalArgumentException;

/** Changes what files hold without a stream, by HDFS's rules. Any thread. */
final class Contents {
    private final PfsFiles files;

    Contents(Mount mount) {
        this.files = mount.files();
    }

    /** Cuts a file behind so many bytes; it must have as many. */
    void truncate(String path, long length) throws IOException {
        requireNoForm(path);
        FileInfo file = requireFile(path);
        if (length < 0 || length > file.size()) {
            throw new HadoopIllegalArgumentException(
                    path + ": it has " + file.size() + " bytes, and can't be cut behind " + length);
        }
        Errors.about(path, () -> files.truncate(path, length));
    }

    /** Puts others behind a file; all are in one directory, and the others are no more. */
    void concat(String target, List<String> sources) throws IOException {
        if (sources.isEmpty()) {
            throw new HadoopIllegalArgumentException(target + ": nothing is to be put behind it");
        }
        requireNoForm(target);
        requireFile(target);
        for (String source : sources) {
            requireFile(source);
            boolean isBeside = Paths.parent(source).equals(Paths.parent(target));
            if (!isBeside || source.equals(target)) {
                throw new HadoopIllegalArgumentException(
                        source + ": only other files of its directory can be put behind " + target);
            }
        }
        Errors.about(target, () -> files.concat(target, sources));
    }

    private static void requireNoForm(String path) {
        if (Paths.isForm(path)) {
            throw new UnsupportedOperationException(path + ": a form of a file is only written whole");
        }
    }

    /** What a path leads to, which must be a file; the words are those of HDFS, which its users look for. */
    FileInfo requireFile(String path) throws IOException {
        FileInfo found = Errors.read(path, () -> files.stat(path))
                .orElseThrow(() -> new FileNotFoundException("File does not exist: " + path));
        if (!found.isFile()) {
            throw new FileNotFoundException("Path is not a file: " + path);
        }
        return found;
    }
}
