package io.pfs.hadoop.contract;

import io.pfs.hadoop.fs.PfsFs;
import io.pfs.hadoop.testing.ServedProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.UnsupportedFileSystemException;

/** The server of all suites of this JVM, in a process of its own, for which their user is no superuser: started by the first that wants it, and ended with the JVM. */
final class SharedServer {
    private static final ServedProcess SERVER = start();

    private SharedServer() {}

    private static ServedProcess start() {
        try {
            Path data = Files.createTempDirectory(Path.of("target"), "served");
            ServedProcess server = ServedProcess.ownedBy(System.getProperty("user.name"), data);
            Runtime.getRuntime().addShutdownHook(new Thread(() -> end(server)));
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void end(ServedProcess server) {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static URI uri() {
        return SERVER.uri();
    }

    /**
     * Paths without a file system are of this one, in both interfaces. Bytes are read from the server's folder, as by all programs beside one, unless this
     * run of the suites is to have them over sockets.
     */
    static Configuration makeDefault(Configuration conf) {
        conf.setBoolean("fs.pfs.local.reads", !Boolean.getBoolean("pfs.suites.over.sockets"));
        conf.set(FileSystem.FS_DEFAULT_NAME_KEY, uri().toString());
        conf.set("fs.AbstractFileSystem.pfs.impl", PfsFs.class.getName());
        return conf;
    }

    static FileSystem fileSystem() throws IOException {
        return FileSystem.newInstance(uri(), makeDefault(new Configuration()));
    }

    static FileContext fileContext() throws UnsupportedFileSystemException {
        return FileContext.getFileContext(uri(), makeDefault(new Configuration()));
    }
}
