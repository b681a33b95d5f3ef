package io.pfs.server.hadoop;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.io.IOException;
import java.util.List;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.Path;

/** What a file system must be able to do to hold a pool. */
final class Capabilities {
    static final String RECOVER_LEASE = "recoverLease";

    private static final List<String> OF_STREAMS = List.of("hsync", "hflush");
    private static final String PROBE = "probe";

    private Capabilities() {}

    static PfsException missing(Object pool, String capability) {
        return new PfsException(
                ErrorCode.NOT_SUPPORTED,
                pool + " can't hold a pool: its file system has no " + capability
                        + "; a pool takes hsync, hflush and recoverLease, which HDFS has (hdfs://HOST:PORT/FOLDER)");
    }

    /** Of a file that was made in a folder. */
    static void require(FSDataOutputStream out, Path folder) {
        for (String capability : OF_STREAMS) {
            if (!out.hasCapability(capability)) {
                throw missing(folder, capability);
            }
        }
    }

    /** Makes a file as others will be made, and removes it again. */
    static void require(HadoopClient client, Path folder) throws IOException {
        Path probe = new Path(folder, PROBE);
        client.files().delete(probe, false);
        try (FSDataOutputStream out = client.calls().open(() -> client.createNew(probe))) {
            require(out, folder);
        } finally {
            client.files().delete(probe, false);
        }
    }
}
