package io.pfs.hadoop.fs;

import io.pfs.client.Pfs;
import io.pfs.client.file.PfsFiles;
import io.pfs.client.file.SpaceInfo;
import io.pfs.net.Address;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.BulkDelete;
import org.apache.hadoop.fs.ContentSummary;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FsStatus;
import org.apache.hadoop.fs.InvalidPathHandleException;
import org.apache.hadoop.fs.LeaseRecoverable;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.PathFilter;
import org.apache.hadoop.fs.PathHandle;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.StorageType;
import org.apache.hadoop.fs.XAttrSetFlag;
import org.apache.hadoop.fs.impl.AbstractFSBuilderImpl;
import org.apache.hadoop.fs.impl.FileSystemMultipartUploaderBuilder;
import org.apache.hadoop.fs.impl.OpenFileParameters;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.fs.statistics.IOStatistics;
import org.apache.hadoop.fs.statistics.IOStatisticsSource;
import org.apache.hadoop.security.UserGroupInformation;
import org.apache.hadoop.util.LambdaUtils;
import org.apache.hadoop.util.Progressable;
import org.apache.hadoop.util.functional.RemoteIterators;
import org.jspecify.annotations.Nullable;

/**
 * PFS as Hadoop's file system {@code pfs://}. It finds out which file system and for whom, counts, and leaves the work to the
 * classes beside it. Hadoop makes one of every class it finds listed as a service, wanted or not: nothing is done, and nothing
 * beside Hadoop's own classes is needed, before {@link #initialize}.
 */
public class PfsFileSystem extends FileSystem implements LeaseRecoverable, IOStatisticsSource {
    /** Of {@code openFile}: the column whose cell is read instead of the file's bytes. */
    public static final String COLUMN_OPTION = "fs.pfs.column";

    private static final Set<String> OPEN_OPTIONS = Stream.concat(
                    Stream.of(COLUMN_OPTION), Options.OpenFileOptions.FS_OPTION_OPENFILE_STANDARD_OPTIONS.stream())
            .collect(Collectors.toUnmodifiableSet());

    private volatile @Nullable Operations operations;
    private volatile @Nullable Counts counts;
    private volatile URI uri = URI.create(Authority.SCHEME + ":///");
    private volatile Path workingDirectory = new Path(Paths.ROOT);
    private final Umask umask = new Umask();
    private int defaultPort = Address.DEFAULT_PORT;

    public PfsFileSystem() {}

    /** One of which its port is asked before it is initialized. */
    PfsFileSystem(Authority authority) {
        this.defaultPort = authority.defaultPort();
    }

    @Override
    public void initialize(URI name, Configuration conf) throws IOException {
        super.initialize(name, conf);
        setConf(conf);
        Authority authority = Authority.of(name, conf);
        defaultPort = authority.defaultPort();
        String user = UserGroupInformation.getCurrentUser().getShortUserName();
        Mount mount = Mount.of(authority, user, conf);
        Counts none = new Counts();
        counts = none;
        operations = new Operations(mount, none);
        uri = mount.uri();
        workingDirectory = mount.home();
    }

    private Operations operations() throws IOException {
        Operations now = operations;
        if (now == null) {
            throw new IOException("Filesystem closed");
        }
        return now;
    }

    private Operations toRead(Counted what) throws IOException {
        statistics.incrementReadOps(1);
        return operations().asked(what);
    }

    private <T> T changed(Counted what, Operations.Change<T> change) throws IOException {
        statistics.incrementWriteOps(1);
        return operations().changed(what, change);
    }

    private void change(Counted what, Operations.PlainChange change) throws IOException {
        boolean unused = changed(what, by -> {
            change.by(by);
            return true;
        });
    }

    /** The client beneath, for what is done with whole tables; it is closed with this. */
    public Pfs client() throws IOException {
        return operations().mount().lease().pfs();
    }

    /** For who has no way to close it: the client is given back once nobody has this any more, nor a stream or a listing of it. */
    void closeWhenForgotten(Duration after) throws IOException {
        Mount mount = operations().mount();
        mount.lease().closeWithout(mount.views(), after);
    }

    /** With all that says which file system it is in. */
    private Path whole(Path path) {
        return Paths.isPlain(path) ? Paths.in(uri, path) : makeQualified(path);
    }

    /** Whole, and as the client writes it. */
    private String text(Path path) {
        // to make another path of one that says all already takes longer than many a request
        return Paths.isPlain(path) ? path.toUri().getPath() : Paths.text(makeQualified(path));
    }

    /** What is being written is written, as far as it has come: nobody can close these streams any more. */
    @Override
    public void close() throws IOException {
        Operations last = operations;
        try {
            if (last != null) {
                last.outputs().close();
            }
        } finally {
            closeClient(last);
        }
    }

    private void closeClient(@Nullable Operations last) throws IOException {
        super.close(); // deletes what is to be deleted on exit
        operations = null;
        if (last != null) {
            last.mount().lease().close();
        }
    }

    // What it is

    @Override
    public String getScheme() {
        return Authority.SCHEME;
    }

    @Override
    public URI getUri() {
        return uri;
    }

    @Override
    protected int getDefaultPort() {
        return defaultPort;
    }

    /** A list of servers has no port of its own, and stays as it is. */
    @Override
    protected URI canonicalizeUri(URI uri) {
        return uri.getHost() == null ? uri : super.canonicalizeUri(uri);
    }

    /** There are no tokens that would have to be got before. */
    @Override
    public @Nullable String getCanonicalServiceName() {
        return null;
    }

    @Override
    @SuppressWarnings("deprecation") // of the two ways to ask this one is what the other one asks
    public long getDefaultBlockSize() {
        Operations now = operations;
        return now == null
                ? super.getDefaultBlockSize()
                : now.mount().settings().blockBytes();
    }

    @Override
    public Path getHomeDirectory() {
        Operations now = operations;
        return now == null ? super.getHomeDirectory() : now.mount().home();
    }

    @Override
    public Path getWorkingDirectory() {
        return workingDirectory;
    }

    @Override
    public void setWorkingDirectory(Path directory) {
        workingDirectory = makeQualified(directory);
    }

    @Override
    public boolean hasPathCapability(Path path, String capability) throws IOException {
        if (capability.equals(Key.CREATE_AT_CLOSE.forAll())) {
            return operations().mount().settings().createsAtClose();
        }
        return Capabilities.has(makeQualified(path), capability) || super.hasPathCapability(path, capability);
    }

    /** What was done so far, also after it is closed; nothing before it is initialized. */
    @Override
    public @Nullable IOStatistics getIOStatistics() {
        Counts now = counts;
        return now == null ? null : now.all();
    }

    // Reading

    @Override
    public FSDataInputStream open(Path path, int bufferSize) throws IOException {
        return opened(toRead(Counted.OPEN), path);
    }

    private FSDataInputStream opened(Operations by, Path path) throws IOException {
        HeldContent content = by.content(text(path));
        content.get();
        return by.stream(content, statistics);
    }

    /** Who has the status knows that the file is there: it is asked for when it is read. */
    @Override
    protected CompletableFuture<FSDataInputStream> openFileWithOptions(Path path, OpenFileParameters parameters)
            throws IOException {
        AbstractFSBuilderImpl.rejectUnknownMandatoryKeys(parameters.getMandatoryKeys(), OPEN_OPTIONS, "for " + path);
        String column = parameters.getOptions().get(COLUMN_OPTION);
        FileStatus status = parameters.getStatus();
        return LambdaUtils.eval(new CompletableFuture<>(), () -> {
            if (status != null && status.isDirectory()) {
                throw new FileNotFoundException(path + ": is a directory, not a file");
            }
            Path what = column == null ? path : Paths.form(makeQualified(path), column);
            Operations by = toRead(Counted.OPEN_FILE);
            // that the file is there says nothing of its other forms
            return status == null || column != null ? opened(by, what) : by.stream(by.content(text(what)), statistics);
        });
    }

    @Override
    protected PathHandle createPathHandle(FileStatus status, Options.HandleOpt... options) {
        return Handle.of(status, text(status.getPath()), options);
    }

    @Override
    public FSDataInputStream open(PathHandle given, int bufferSize) throws IOException {
        Handle handle = Handle.read(given);
        Operations by = toRead(Counted.OPEN);
        HeldContent content = by.content(handle.path());
        try {
            content.get();
        } catch (FileNotFoundException e) {
            throw new InvalidPathHandleException(handle.path() + " is not there any more", e);
        }
        if (handle.expected().isPresent() && !handle.expected().get().equals(content.etag())) {
            throw new InvalidPathHandleException(handle.path() + " was changed since the handle to it was made");
        }
        return by.stream(content, statistics);
    }

    @Override
    public FileStatus getFileStatus(Path path) throws IOException {
        return toRead(Counted.STATUS).listing().status(whole(path));
    }

    @Override
    public FileStatus[] listStatus(Path path) throws IOException {
        return toRead(Counted.LIST_STATUS).listing().all(whole(path));
    }

    @Override
    public RemoteIterator<FileStatus> listStatusIterator(Path path) throws IOException {
        RemoteIterator<LocatedFileStatus> each =
                toRead(Counted.LIST_STATUS).listing().each(whole(path));
        return RemoteIterators.typeCastingRemoteIterator(each);
    }

    /**
     * Goes on with a listing behind the name that it had come to last, also in another process, and if there is no such name any more. The order is that of
     * {@link #listStatusIterator(Path)}, which is not that of names.
     */
    public RemoteIterator<FileStatus> listStatusIterator(Path path, String startAfter) throws IOException {
        RemoteIterator<LocatedFileStatus> each =
                toRead(Counted.LIST_STATUS).listing().eachAfter(whole(path), startAfter);
        return RemoteIterators.typeCastingRemoteIterator(each);
    }

    @Override
    protected RemoteIterator<LocatedFileStatus> listLocatedStatus(Path path, PathFilter filter) throws IOException {
        RemoteIterator<LocatedFileStatus> each =
                toRead(Counted.LIST_LOCATED_STATUS).listing().each(whole(path));
        return RemoteIterators.filteringRemoteIterator(each, status -> filter.accept(status.getPath()));
    }

    /** Below a directory, too, if wanted: then several directories are asked for at a time. */
    @Override
    public RemoteIterator<LocatedFileStatus> listFiles(Path path, boolean recursive) throws IOException {
        return recursive ? toRead(Counted.LIST_FILES).listing().files(whole(path)) : super.listFiles(path, false);
    }

    /** Of the disk below, whoever uses it. */
    @Override
    public FsStatus getStatus(@Nullable Path path) throws IOException {
        PfsFiles files = toRead(Counted.SPACE).mount().files();
        SpaceInfo space = Errors.asked(Paths.ROOT, files::space);
        return new FsStatus(space.totalBytes(), space.usedBytes(), space.usableBytes());
    }

    @Override
    public ContentSummary getContentSummary(Path path) throws IOException {
        return toRead(Counted.CONTENT_SUMMARY).listing().summary(whole(path));
    }

    /** Made of all that is read for it. */
    @Override
    public FileChecksum getFileChecksum(Path path, long length) throws IOException {
        if (length < 0) {
            throw new IllegalArgumentException("the checksum of " + length + " bytes: that may not be negative");
        }
        try (FSDataInputStream bytes = opened(toRead(Counted.CHECKSUM), path)) {
            return Checksums.of(bytes, length);
        }
    }

    @Override
    public FileChecksum getFileChecksum(Path path) throws IOException {
        return getFileChecksum(path, Long.MAX_VALUE);
    }

    /** Nothing is asked for this: it is the same everywhere. */
    @Override
    public BlockLocation[] getFileBlockLocations(FileStatus file, long start, long length) {
        if (start < 0 || length < 0) {
            throw new IllegalArgumentException("from " + start + ", " + length + " bytes: neither may be negative");
        }
        boolean isInside = file != null && start < file.getLen();
        return Statuses.blocks(start, isInside ? Math.min(length, file.getLen() - start) : 0);
    }

    // Writing

    @Override
    public FSDataOutputStream create(
            Path path,
            FsPermission permission,
            boolean overwrite,
            int bufferSize,
            short replication,
            long blockSize,
            @Nullable Progressable progress)
            throws IOException {
        EnumSet<CreateFlag> flags =
                overwrite ? EnumSet.of(CreateFlag.CREATE, CreateFlag.OVERWRITE) : EnumSet.of(CreateFlag.CREATE);
        return create(path, permission, flags, bufferSize, replication, blockSize, progress, null);
    }

    @Override
    public FSDataOutputStream create(
            Path path,
            FsPermission permission,
            EnumSet<CreateFlag> flags,
            int bufferSize,
            short replication,
            long blockSize,
            @Nullable Progressable progress,
            Options.@Nullable ChecksumOpt checksum)
            throws IOException {
        return create(
                Counted.CREATE,
                path,
                flags,
                new Creation.Birth(masked(permission), Optional.of(directoryPermission())));
    }

    @Override
    public FSDataOutputStream createNonRecursive(
            Path path,
            FsPermission permission,
            EnumSet<CreateFlag> flags,
            int bufferSize,
            short replication,
            long blockSize,
            @Nullable Progressable progress)
            throws IOException {
        return create(
                Counted.CREATE_NON_RECURSIVE, path, flags, new Creation.Birth(masked(permission), Optional.empty()));
    }

    /** FileContext has masked the permission already, by a mask of its own. */
    @Override
    @Deprecated
    protected FSDataOutputStream primitiveCreate(
            Path path,
            FsPermission permission,
            EnumSet<CreateFlag> flags,
            int bufferSize,
            short replication,
            long blockSize,
            @Nullable Progressable progress,
            Options.@Nullable ChecksumOpt checksum)
            throws IOException {
        return createMasked(path, permission, flags, true);
    }

    /** @param withParents whether directories that are missing above it are made, too */
    FSDataOutputStream createMasked(Path path, FsPermission permission, EnumSet<CreateFlag> flags, boolean withParents)
            throws IOException {
        Optional<FsPermission> parents = withParents ? Optional.of(directoryPermission()) : Optional.empty();
        return create(Counted.CREATE, path, flags, new Creation.Birth(permission, parents));
    }

    private FSDataOutputStream create(Counted what, Path path, EnumSet<CreateFlag> flags, Creation.Birth birth)
            throws IOException {
        return changed(what, by -> by.stream(by.creation().create(text(path), flags, birth), statistics));
    }

    @Override
    public FSDataOutputStream append(Path path, int bufferSize, @Nullable Progressable progress) throws IOException {
        return changed(Counted.APPEND, by -> by.stream(by.creation().append(text(path)), statistics));
    }

    private FsPermission masked(@Nullable FsPermission permission) {
        return permission(permission, FsPermission.getFileDefault());
    }

    private FsPermission permission(@Nullable FsPermission wanted, FsPermission otherwise) {
        return (wanted == null ? otherwise : wanted).applyUMask(umask.in(getConf()));
    }

    private FsPermission directoryPermission() {
        return permission(null, FsPermission.getDirDefault());
    }

    @Override
    public boolean mkdirs(Path path, @Nullable FsPermission permission) throws IOException {
        FsPermission wanted = permission(permission, FsPermission.getDirDefault());
        change(Counted.MKDIRS, by -> by.creation().mkdirs(text(path), wanted));
        return true;
    }

    @Override
    @Deprecated
    protected boolean primitiveMkdir(Path path, FsPermission permission) throws IOException {
        primitiveMkdir(path, permission, true);
        return true;
    }

    @Override
    @Deprecated
    protected void primitiveMkdir(Path path, FsPermission permission, boolean createParent) throws IOException {
        change(Counted.MKDIRS, by -> {
            if (!createParent) {
                by.creation().requireDirectoryAbove(text(path));
            }
            by.creation().mkdirs(text(path), permission);
        });
    }

    /** It is done when this returns. */
    @Override
    public boolean truncate(Path path, long length) throws IOException {
        change(Counted.TRUNCATE, by -> by.contents().truncate(text(path), length));
        return true;
    }

    @Override
    public void concat(Path target, Path[] sources) throws IOException {
        List<String> others = Arrays.stream(sources).map(this::text).toList();
        change(Counted.CONCAT, by -> by.contents().concat(text(target), others));
    }

    /** Parts are files, which become one by {@link #concat}. */
    @Override
    public FileSystemMultipartUploaderBuilder createMultipartUploader(Path basePath) throws IOException {
        operations();
        return new FileSystemMultipartUploaderBuilder(this, makeQualified(basePath));
    }

    /** Nobody has a lease on a file, so there is none to be taken from anybody. */
    @Override
    public boolean recoverLease(Path file) throws IOException {
        return isFileClosed(file);
    }

    /** A file is as it was written or synced last: it needs no closing. */
    @Override
    public boolean isFileClosed(Path file) throws IOException {
        toRead(Counted.IS_CLOSED).contents().requireFile(text(file));
        return true;
    }

    /** It could be set only where there is something that holds to it. */
    @Override
    public void setQuota(Path path, long names, long bytes) {
        throw quotaRefused(path);
    }

    @Override
    public void setQuotaByStorageType(Path path, StorageType type, long bytes) {
        throw quotaRefused(path);
    }

    private UnsupportedOperationException quotaRefused(Path path) {
        return new UnsupportedOperationException(
                text(path) + ": there are no quotas in PFS; what is in a directory is said by 'hadoop fs -count', how"
                        + " full the disk is by 'hadoop fs -df'");
    }

    // Names and attributes

    @Override
    public boolean rename(Path from, Path to) throws IOException {
        return changed(Counted.RENAME, by -> by.renaming().rename(text(from), text(to)));
    }

    /** What it does over what is there is done at once, unlike in the way that is inherited. */
    @Override
    @Deprecated
    public void rename(Path from, Path to, Options.Rename... options) throws IOException {
        boolean overwrite = Arrays.asList(options).contains(Options.Rename.OVERWRITE);
        change(Counted.RENAME, by -> by.renaming().rename(text(from), text(to), overwrite));
    }

    @Override
    public boolean delete(Path path, boolean recursive) throws IOException {
        return changed(Counted.DELETE, by -> by.removal().delete(text(path), recursive));
    }

    @Override
    public BulkDelete createBulkDelete(Path path) throws IOException {
        statistics.incrementWriteOps(1);
        return new ManyRemovals(operations(), makeQualified(path));
    }

    @Override
    public void setPermission(Path path, FsPermission permission) throws IOException {
        change(Counted.SET_PERMISSION, by -> by.attributes().permission(text(path), permission));
    }

    @Override
    public void setOwner(Path path, @Nullable String owner, @Nullable String group) throws IOException {
        change(Counted.SET_OWNER, by -> by.attributes().owner(text(path), owner, group));
    }

    @Override
    public void setTimes(Path path, long modified, long accessed) throws IOException {
        change(Counted.SET_TIMES, by -> by.attributes().times(text(path), modified, accessed));
    }

    // Extended attributes

    @Override
    public byte[] getXAttr(Path path, String name) throws IOException {
        return toRead(Counted.XATTR_GET).extended().get(text(path), name);
    }

    @Override
    public Map<String, byte[]> getXAttrs(Path path) throws IOException {
        return toRead(Counted.XATTR_GET_ALL).extended().all(text(path));
    }

    @Override
    public Map<String, byte[]> getXAttrs(Path path, List<String> names) throws IOException {
        return toRead(Counted.XATTR_GET_SOME).extended().some(text(path), names);
    }

    @Override
    public List<String> listXAttrs(Path path) throws IOException {
        return toRead(Counted.XATTR_LIST).extended().names(text(path));
    }

    @Override
    public void setXAttr(Path path, String name, byte @Nullable [] value, EnumSet<XAttrSetFlag> flags)
            throws IOException {
        change(Counted.XATTR_SET, by -> by.extended().set(text(path), name, value, flags));
    }

    @Override
    public void removeXAttr(Path path, String name) throws IOException {
        change(Counted.XATTR_REMOVE, by -> by.extended().remove(text(path), name));
    }
}
