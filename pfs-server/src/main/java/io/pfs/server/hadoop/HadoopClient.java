package io.pfs.server.hadoop;

import java.io.IOException;
import java.net.URI;
import java.util.EnumSet;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LeaseRecoverable;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;

/** The way to one file system, and what it must be able to do. */
final class HadoopClient implements AutoCloseable {
    private static final FsPermission PRIVATE = new FsPermission((short) 0600);
    private static final int BUFFER_BYTES = 1 << 16;

    private final FileSystem files;
    /** The same, for who reads bytes. */
    private final FileSystem reading;

    private final LeaseRecoverable leases;
    /** The one interface that renames without replacing. */
    private final FileContext names;

    private final LoginRenewal login;
    private final BoundedCalls calls;

    HadoopClient(
            FileSystem files,
            FileSystem reading,
            LeaseRecoverable leases,
            FileContext names,
            LoginRenewal login,
            BoundedCalls calls) {
        this.files = files;
        this.reading = reading;
        this.leases = leases;
        this.names = names;
        this.login = login;
        this.calls = calls;
    }

    static HadoopClient connect(URI uri, Configuration conf, HadoopTimes times) throws IOException {
        return connect(uri, conf, LoginRenewal.NONE, times);
    }

    /** Opens a connection of its own, which keeps the login valid: what is closed here is used by nobody else. */
    static HadoopClient connect(URI uri, Configuration conf, LoginRenewal login, HadoopTimes times) throws IOException {
        Configuration own = ClientSettings.of(conf);
        FileSystem files = FileSystem.newInstance(uri, own);
        try {
            return connected(files, uri, own, login, times);
        } catch (IOException | RuntimeException e) {
            closeInVain(files);
            throw e;
        }
    }

    private static HadoopClient connected(
            FileSystem files, URI uri, Configuration own, LoginRenewal login, HadoopTimes times) throws IOException {
        if (!(files instanceof LeaseRecoverable leases)) {
            throw Capabilities.missing(uri, Capabilities.RECOVER_LEASE);
        }
        FileContext names = FileContext.getFileContext(files.getUri(), own);
        FileSystem reading = FileSystem.newInstance(uri, ClientSettings.forReading(own, times.callMillis()));
        login.start();
        BoundedCalls calls = new BoundedCalls(times.callMillis(), times.firstCallMillis());
        return new HadoopClient(files, reading, leases, names, login, calls);
    }

    private static void closeInVain(FileSystem files) {
        try {
            files.close();
        } catch (IOException e) {
            // what it was opened for has failed, which is told
        }
    }

    FileSystem files() {
        return files;
    }

    LeaseRecoverable leases() {
        return leases;
    }

    BoundedCalls calls() {
        return calls;
    }

    /**
     * Makes a file, but never the folder, which is how a life is fenced whose folder was renamed. Its blocks are forced as they
     * are ended, and replicated: a file that is erasure-coded can't be forced.
     */
    FSDataOutputStream createNew(Path path) throws IOException {
        return files.createNonRecursive(
                path,
                PRIVATE,
                EnumSet.of(CreateFlag.CREATE, CreateFlag.SYNC_BLOCK, CreateFlag.SHOULD_REPLICATE),
                BUFFER_BYTES,
                files.getDefaultReplication(path),
                files.getDefaultBlockSize(path),
                null);
    }

    /** Opens a file to be read as it is now. */
    FSDataInputStream open(Path path) throws IOException {
        return calls.open(() -> reading.open(path));
    }

    /** Gives a file or folder a name that is free; refused if it is not. */
    void renameNew(Path from, Path to) throws IOException {
        names.rename(from, to, Options.Rename.NONE);
    }

    /** Closes what is open, but does not wait long for it. */
    @Override
    public void close() {
        calls.later(reading::close);
        calls.later(files::close);
        calls.close();
        login.close();
    }
}
