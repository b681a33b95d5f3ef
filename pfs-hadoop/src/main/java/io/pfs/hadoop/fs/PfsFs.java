package io.pfs.hadoop.fs;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.DelegateToFileSystem;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;

/** The same for Hadoop's other interface, {@code FileContext}. */
public final class PfsFs extends DelegateToFileSystem {
    private final PfsFileSystem fileSystem;

    public PfsFs(URI uri, Configuration conf) throws IOException, URISyntaxException {
        this(uri, conf, new PfsFileSystem(Authority.of(uri, conf)));
    }

    /** A URI without a host of its own has no default port, and Hadoop takes such a one only if it may be without any. */
    private PfsFs(URI uri, Configuration conf, PfsFileSystem fileSystem) throws IOException, URISyntaxException {
        super(uri, fileSystem, conf, Authority.SCHEME, false);
        this.fileSystem = fileSystem;
    }

    @Override
    public int getUriDefaultPort() {
        int port = fileSystem.getDefaultPort();
        return port == 0 ? super.getUriDefaultPort() : port;
    }

    /** At once, where the inherited way asks, removes and then moves. */
    @Override
    @SuppressWarnings("deprecation") // there is no other way to say it
    public void renameInternal(Path from, Path to, boolean overwrite) throws IOException {
        fileSystem.rename(from, to, overwrite ? Options.Rename.OVERWRITE : Options.Rename.NONE);
    }
}
