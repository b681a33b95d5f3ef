package io.pfs.hadoop.contract;

import io.pfs.hadoop.testing.ServedFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.contract.AbstractFSContract;

/** What is promised of PFS, and where it is to be shown: on a server that all suites of this JVM share. */
final class PfsContract extends AbstractFSContract {
    private static final String OPTIONS = "contract/pfs.xml";

    PfsContract(Configuration conf) {
        super(conf);
        addConfResource(OPTIONS);
        conf.set(FileSystem.FS_DEFAULT_NAME_KEY, Server.SHARED.uri().toString());
    }

    /** Started by the first who wants it, and ended with the JVM. */
    private static final class Server {
        static final ServedFolder SHARED = start();

        private static ServedFolder start() {
            try {
                ServedFolder server = ServedFolder.start(Files.createTempDirectory(Path.of("target"), "served"));
                Runtime.getRuntime().addShutdownHook(new Thread(server::close));
                return server;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    @Override
    public FileSystem getTestFileSystem() throws IOException {
        return FileSystem.get(Server.SHARED.uri(), getConf());
    }

    @Override
    public String getScheme() {
        return "pfs";
    }

    @Override
    public org.apache.hadoop.fs.Path getTestPath() {
        return new org.apache.hadoop.fs.Path("/test");
    }
}
