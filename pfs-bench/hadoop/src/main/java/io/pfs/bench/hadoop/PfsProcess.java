package io.pfs.bench.hadoop;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;

/** A server of PFS in a process of its own, as it is shipped, in mode sync. */
final class PfsProcess implements AutoCloseable {
    private static final String READY = "PFS server ready on ";

    private final ChildProcess process;
    private final URI uri;

    private PfsProcess(ChildProcess process, URI uri) {
        this.process = process;
        this.uri = uri;
    }

    /** On an empty folder. */
    static PfsProcess start(Path folder) throws IOException {
        ChildProcess process = ChildProcess.start(
                "pfs",
                folder,
                io.pfs.server.Main.class,
                "server",
                "--listen",
                "127.0.0.1:0",
                "--data",
                folder.resolve("data").toString());
        String line = process.ready();
        SmallFiles.require(line.startsWith(READY), "the server says where it is, not '" + line + "'");
        return new PfsProcess(process, URI.create(line.substring(READY.length()).split(" ", 2)[0]));
    }

    URI uri() {
        return uri;
    }

    @Override
    public void close() {
        process.close();
    }
}
