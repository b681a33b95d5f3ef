package io.pfs.hadoop.pool;

import io.pfs.pool.ReadFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.client.HdfsDataInputStream;
import org.jspecify.annotations.Nullable;

/**
 * A file of a pool on HDFS, read at places. A stream knows the length that the file had when it was opened, so it is opened once more if it ends too early, or
 * fails: the file may have grown, or have another path since its server began anew.
 */
final class HdfsReadFile implements ReadFile {
    private final String name;
    private final HdfsHome home;
    private @Nullable FSDataInputStream in;

    /** Something that is done with a file, by the path that it has now. */
    @FunctionalInterface
    interface Action<T> {
        T on(FileSystem files, Path path) throws IOException;
    }

    /** Opens it. */
    HdfsReadFile(String name, HdfsHome home) {
        this.name = name;
        this.home = home;
        this.in = home.with(name, FileSystem::open);
    }

    @Override
    public String name() {
        return name;
    }

    /** As far as readers see it, which of a file that is written is more than its directory knows. */
    @Override
    public long size() {
        return home.with(name, (files, path) -> {
            try (FSDataInputStream now = files.open(path)) {
                return now instanceof HdfsDataInputStream hdfs
                        ? hdfs.getVisibleLength()
                        : files.getFileStatus(path).getLen();
            }
        });
    }

    @Override
    public int read(ByteBuffer target, long offset) {
        int begin = target.position();
        return home.with(name, (files, path) -> {
            if (!isReadBy(in, target.position(begin), offset)) { // it may be tried by two paths
                FSDataInputStream now = files.open(path);
                closeQuietly(in);
                in = now;
                fill(now, target.position(begin), offset);
            }
            return target.position() - begin;
        });
    }

    /** Whether the stream that is open gave all that was wanted. */
    private static boolean isReadBy(@Nullable FSDataInputStream open, ByteBuffer target, long offset) {
        try {
            if (open != null) {
                fill(open, target, offset);
            }
            return !target.hasRemaining();
        } catch (IOException e) {
            return false;
        }
    }

    /** As far as the stream goes. */
    private static void fill(FSDataInputStream from, ByteBuffer target, long offset) throws IOException {
        int begin = target.position();
        while (target.hasRemaining()) {
            int got = from.read(offset + target.position() - begin, target);
            if (got <= 0) {
                return;
            }
        }
    }

    @Override
    public void close() {
        closeQuietly(in);
        in = null;
    }

    private static void closeQuietly(@Nullable FSDataInputStream stream) {
        try {
            if (stream != null) {
                stream.close();
            }
        } catch (IOException e) {
            // it was only read
        }
    }
}
