package io.pfs.bench.hadoop;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;

/** A directory of its own in a file system of Hadoop, one for all threads, as programs have it; it goes when this is closed. */
final class HadoopStore implements Store {
    private static final int BUFFER_BYTES = 64 << 10;

    private final String name;
    private final FileSystem files;
    private final String root;

    /**
     * One in the directory that the URI names.
     *
     * @param own what its own directory is to be called
     */
    HadoopStore(String name, URI uri, String own, Configuration conf) throws IOException {
        this.name = name;
        this.files = FileSystem.newInstance(uri, conf);
        this.root = uri.getPath().replaceAll("/*$", "") + "/" + own;
    }

    private Path at(String path) {
        return new Path(root + path);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void makeDirectory(String path) throws IOException {
        done(files.mkdirs(at(path)), path);
    }

    @Override
    public void write(String path, byte[] bytes) throws IOException {
        try (OutputStream out = files.create(at(path), false)) {
            out.write(bytes);
        }
    }

    @Override
    public OutputStream create(String path) throws IOException {
        return files.create(at(path), false, BUFFER_BYTES);
    }

    @Override
    public InputStream open(String path) throws IOException {
        return files.open(at(path), BUFFER_BYTES);
    }

    @Override
    public long status(String path) throws IOException {
        return files.getFileStatus(at(path)).getLen();
    }

    @Override
    public void rename(String from, String to) throws IOException {
        done(files.rename(at(from), at(to)), from);
    }

    @Override
    public void delete(String path) throws IOException {
        done(files.delete(at(path), false), path);
    }

    @Override
    public int list(String path) throws IOException {
        return files.listStatus(at(path)).length;
    }

    @Override
    public void deleteTree(String path) throws IOException {
        done(files.delete(at(path), true), path);
    }

    private void done(boolean isDone, String path) throws IOException {
        if (!isDone) {
            throw new FileNotFoundException(name + " did not do it: " + path);
        }
    }

    @Override
    public void close() throws IOException {
        try (files) {
            files.delete(at(""), true);
        }
    }
}
