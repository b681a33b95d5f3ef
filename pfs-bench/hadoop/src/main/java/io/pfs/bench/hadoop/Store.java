package io.pfs.bench.hadoop;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** Where files are kept that a load makes, by paths from the root of it. Any number of threads at the same time. */
interface Store extends AutoCloseable {
    /** What it is called in the report. */
    String name();

    void makeDirectory(String path) throws IOException;

    /** Makes a file that is not there yet. */
    void write(String path, byte[] bytes) throws IOException;

    /** Makes a file that is not there yet, a little at a time; what was written is there when it is closed. */
    OutputStream create(String path) throws IOException;

    /** Reads it from its begin. */
    InputStream open(String path) throws IOException;

    /** Says how long a file is, by nothing but its name. */
    long status(String path) throws IOException;

    void rename(String from, String to) throws IOException;

    void delete(String path) throws IOException;

    /** Says how much is in a directory, having been told of each. */
    int list(String path) throws IOException;

    /** Removes a directory and all that is in it. */
    void deleteTree(String path) throws IOException;

    @Override
    void close() throws IOException;
}
