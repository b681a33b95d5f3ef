package io.pfs.server.hadoop;

import io.pfs.Check;
import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.disk.Disk;
import io.pfs.disk.DiskFile;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FsStatus;
import org.apache.hadoop.fs.Path;

/** A folder of HDFS, mostly one in which this life of a server, and nobody else, makes files. */
final class HadoopDisk implements Disk {
    private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9.-]{0,254}");

    private final HadoopClient client;
    private final Path folder;
    private final ConcurrentHashMap<String, FileStream> streams = new ConcurrentHashMap<>();
    /** Whether this life has the folder, so that nobody else makes files there. */
    private final boolean isTaken;
    /** What was given a name here: all else is then from lives before, whose files were closed when the folder was taken. */
    private final Set<String> made = ConcurrentHashMap.newKeySet();

    private HadoopDisk(HadoopClient client, Path folder, boolean isTaken) {
        this.client = client;
        this.folder = folder;
        this.isTaken = isTaken;
    }

    /** A folder in which others may make files. */
    static HadoopDisk shared(HadoopClient client, Path folder) {
        return new HadoopDisk(client, folder, false);
    }

    /** One that was taken, and in which all files are closed. */
    static HadoopDisk taken(HadoopClient client, Path folder) {
        return new HadoopDisk(client, folder, true);
    }

    @Override
    public String location() {
        return folder.toString();
    }

    @Override
    public boolean reservesSpace() {
        return false;
    }

    @Override
    public DiskFile create(String name) {
        Path path = resolve(name);
        try {
            made.add(name);
            FSDataOutputStream out = created(path);
            FileStream stream = new FileStream(path.toString(), out, client, this::forget);
            stream.acquire();
            streams.put(name, stream);
            return toWrite(name, stream);
        } catch (IOException e) {
            throw refusal("create", path, e);
        }
    }

    private FSDataOutputStream created(Path path) throws IOException {
        FSDataOutputStream out = client.calls().open(() -> client.createNew(path));
        try {
            Capabilities.require(out, folder);
            return out;
        } catch (PfsException e) {
            client.calls().later(out::close);
            throw e;
        }
    }

    @Override
    public DiskFile open(String name) {
        Optional<FileStream> own = Optional.ofNullable(streams.get(name)).filter(FileStream::acquire);
        return own.isPresent() ? toWrite(name, own.get()) : HadoopFile.toRead(name, path(name), opened(name));
    }

    private DiskFile toWrite(String name, FileStream stream) {
        return HadoopFile.toWrite(name, path(name), stream, reader(name));
    }

    /** Who writes it may close it: HDFS has a lease of each file that is open, and data nodes threads, and files are kept open to be read for long. */
    @Override
    public DiskFile openToRead(String name) {
        Optional<FileStream> own = Optional.ofNullable(streams.get(name)).filter(stream -> !stream.isClosed());
        return own.isPresent()
                ? HadoopFile.toRead(name, path(name), own.get(), reader(name))
                : HadoopFile.toRead(name, path(name), opened(name));
    }

    private FileReader reader(String name) {
        return new FileReader(new Source(name), client.calls());
    }

    private String path(String name) {
        return resolve(name).toString();
    }

    private FileReader opened(String name) {
        try {
            return FileReader.open(new Source(name), client.calls());
        } catch (IOException e) {
            requireFile(name); // else there is no file of that name, which has a refusal of its own
            throw refusal("open", resolve(name), e);
        }
    }

    private void forget(FileStream stream) {
        streams.values().remove(stream);
    }

    /** A file, wherever it is by now: whoever has it open to write may have given it another name since. */
    private final class Source implements FileReader.Source {
        private final String name;
        private final Optional<FileStream> stream;

        Source(String name) {
            this.name = name;
            this.stream = Optional.ofNullable(streams.get(name));
        }

        @Override
        public FSDataInputStream open() throws IOException {
            return client.open(path());
        }

        @Override
        public boolean isComplete() throws IOException {
            return (isTaken && !made.contains(name))
                    || client.calls().call(() -> client.leases().isFileClosed(path()));
        }

        private Path path() {
            return stream.map(FileStream::path).map(Path::new).orElseGet(() -> resolve(name));
        }
    }

    @Override
    public List<String> list() {
        try {
            return ourFiles(client, folder);
        } catch (IOException e) {
            throw refusal("list", folder, e);
        }
    }

    /** The names of our files in a folder, sorted. */
    static List<String> ourFiles(HadoopClient client, Path folder) throws IOException {
        return Listing.names(client, folder, FileStatus::isFile).stream()
                .filter(name -> NAME.matcher(name).matches())
                .sorted()
                .toList();
    }

    @Override
    public boolean exists(String name) {
        return status(name).isPresent();
    }

    @Override
    public void rename(String from, String to) {
        try {
            made.add(to);
            client.calls().run(() -> client.renameNew(resolve(from), resolve(to)));
        } catch (IOException e) {
            throw refusal("rename " + from + " to", resolve(to), e);
        }
        Optional.ofNullable(streams.remove(from)).ifPresent(stream -> {
            streams.put(to, stream);
            stream.renamed(resolve(to).toString());
        });
    }

    @Override
    public void delete(String name) {
        requireFile(name);
        try {
            if (!client.calls().call(() -> client.files().delete(resolve(name), false))) {
                throw HadoopFailures.missing(resolve(name).toString());
            }
        } catch (IOException e) {
            throw refusal("delete", resolve(name), e);
        }
        Optional.ofNullable(streams.remove(name)).ifPresent(FileStream::deleted);
    }

    /** What HDFS answers about names is durable at once. */
    @Override
    public void forceFolder() {}

    @Override
    public long usableBytes() {
        return space(FsStatus::getRemaining);
    }

    @Override
    public long totalBytes() {
        return space(FsStatus::getCapacity);
    }

    private interface Space {
        long of(FsStatus status);
    }

    /** Each byte takes as many as there are replicas of it. */
    private long space(Space space) {
        try {
            return client.calls()
                    .call(() -> space.of(client.files().getStatus(folder))
                            / client.files().getDefaultReplication(folder));
        } catch (IOException e) {
            throw refusal("ask for the space of", folder, e);
        }
    }

    /** Nothing is held by a folder itself. */
    @Override
    public void close() {}

    private void requireFile(String name) {
        FileStatus status = status(name)
                .orElseThrow(() -> HadoopFailures.missing(resolve(name).toString()));
        if (!status.isFile()) {
            throw HadoopFailures.notAFile(resolve(name).toString());
        }
    }

    private Optional<FileStatus> status(String name) {
        try {
            return Optional.of(client.calls().call(() -> client.files().getFileStatus(resolve(name))));
        } catch (FileNotFoundException e) {
            return Optional.empty();
        } catch (IOException e) {
            throw refusal("look at", resolve(name), e);
        }
    }

    private Path resolve(String name) {
        requireOurs(name);
        return new Path(folder, name);
    }

    static void requireOurs(String name) {
        Check.that(NAME.matcher(name).matches(), "names of files are generated by us");
    }

    /** What is missing together with its folder was renamed: a later life has it. */
    private PfsException refusal(String action, Path path, IOException e) {
        PfsException refusal = HadoopFailures.of(action, path.toString(), e);
        if (refusal.code() == ErrorCode.FILE_MISSING && isGone()) {
            return new PfsException(
                    ErrorCode.LOCKED,
                    "could not " + action + " " + path
                            + ": the folder is gone, so a later start of this server has taken it"
                            + " over; this one is to be stopped",
                    e);
        }
        return refusal;
    }

    private boolean isGone() {
        try {
            return !client.calls().call(() -> client.files().exists(folder));
        } catch (IOException e) {
            return false;
        }
    }
}
