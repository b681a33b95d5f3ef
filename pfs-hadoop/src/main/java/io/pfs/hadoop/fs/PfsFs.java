package io.pfs.hadoop.fs;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.DelegateToFileSystem;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.XAttrSetFlag;
import org.apache.hadoop.fs.impl.FileSystemMultipartUploaderBuilder;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;
import org.jspecify.annotations.Nullable;

/**
 * The same for Hadoop's other interface, {@code FileContext}. The class that it extends leaves most to a file system, but
 * refuses some of it, and asks for some in a longer way: that is left to it here.
 */
public final class PfsFs extends DelegateToFileSystem {
    /** Hadoop makes one for each context and closes none. Nothing that is asked of one takes so long. */
    private static final Duration FORGOTTEN_FOR = Duration.ofMinutes(10);

    private final PfsFileSystem fileSystem;

    public PfsFs(URI uri, Configuration conf) throws IOException, URISyntaxException {
        this(uri, conf, FORGOTTEN_FOR);
    }

    /** @param forgottenFor so long after nobody has it any more its client is given back */
    PfsFs(URI uri, Configuration conf, Duration forgottenFor) throws IOException, URISyntaxException {
        this(uri, conf, new PfsFileSystem(Authority.of(uri, conf)));
        fileSystem.closeWhenForgotten(forgottenFor);
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

    /** At once, where the inherited way asks for the directory first. */
    @Override
    public FSDataOutputStream createInternal(
            Path path,
            EnumSet<CreateFlag> flags,
            FsPermission permission,
            int bufferSize,
            short replication,
            long blockSize,
            @Nullable Progressable progress,
            Options.@Nullable ChecksumOpt checksum,
            boolean createParent)
            throws IOException {
        return fileSystem.createMasked(path, permission, flags, createParent);
    }

    /** At once, where the inherited way asks, removes and then moves. */
    @Override
    @SuppressWarnings("deprecation") // there is no other way to say it
    public void renameInternal(Path from, Path to, boolean overwrite) throws IOException {
        fileSystem.rename(from, to, overwrite ? Options.Rename.OVERWRITE : Options.Rename.NONE);
    }

    // What is refused otherwise, or asked file by file

    /** Page by page. */
    @Override
    public RemoteIterator<FileStatus> listStatusIterator(Path path) throws IOException {
        return fileSystem.listStatusIterator(path);
    }

    /** Where blocks are is not asked of each file. */
    @Override
    public RemoteIterator<LocatedFileStatus> listLocatedStatus(Path path) throws IOException {
        return fileSystem.listLocatedStatus(path);
    }

    @Override
    public FileSystemMultipartUploaderBuilder createMultipartUploader(Path basePath) throws IOException {
        return fileSystem.createMultipartUploader(basePath);
    }

    @Override
    public byte[] getXAttr(Path path, String name) throws IOException {
        return fileSystem.getXAttr(path, name);
    }

    @Override
    public Map<String, byte[]> getXAttrs(Path path) throws IOException {
        return fileSystem.getXAttrs(path);
    }

    @Override
    public Map<String, byte[]> getXAttrs(Path path, List<String> names) throws IOException {
        return fileSystem.getXAttrs(path, names);
    }

    @Override
    public List<String> listXAttrs(Path path) throws IOException {
        return fileSystem.listXAttrs(path);
    }

    /** The shorter form of it, which is inherited, asks this one. */
    @Override
    public void setXAttr(Path path, String name, byte @Nullable [] value, EnumSet<XAttrSetFlag> flags)
            throws IOException {
        fileSystem.setXAttr(path, name, value, flags);
    }

    @Override
    public void removeXAttr(Path path, String name) throws IOException {
        fileSystem.removeXAttr(path, name);
    }
}
