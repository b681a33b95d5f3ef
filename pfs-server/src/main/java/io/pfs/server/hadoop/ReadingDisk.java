package io.pfs.server.hadoop;

import io.pfs.disk.DiskFile;
import io.pfs.pool.HomeName;
import io.pfs.server.remote.OthersDisk;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.Path;

/** What another server has in the pool, to be read: in the folder of its newest life, which is looked for when one is gone. */
final class ReadingDisk extends OthersDisk {
    private static final long UNKNOWN = -1;

    private final HadoopClient client;
    private final Epochs epochs;
    private final AtomicLong epoch = new AtomicLong(UNKNOWN);

    ReadingDisk(HadoopClient client, Epochs epochs) {
        this.client = client;
        this.epochs = epochs;
    }

    /** Something that is done in the folder. */
    private interface Action<T> {
        T on(Path folder) throws IOException;
    }

    private <T> T inNewest(Action<T> action) throws IOException {
        long tried = epoch.get() == UNKNOWN ? epochs.newest() : epoch.get();
        while (true) {
            try {
                T result = action.on(folder(tried));
                epoch.set(tried);
                return result;
            } catch (FileNotFoundException e) {
                long newest = epochs.newest();
                if (newest == tried) {
                    throw e; // it is no other life's: the file is missing
                }
                tried = newest;
            }
        }
    }

    private Path folder(long of) {
        return new Path(epochs.folder(of), HomeName.POOL);
    }

    @Override
    public String location() {
        return folder(Math.max(0, epoch.get())).toString();
    }

    @Override
    public boolean reservesSpace() {
        return false;
    }

    @Override
    public DiskFile open(String name) {
        HadoopDisk.requireOurs(name);
        try {
            FileReader reader = FileReader.open(source(name), client.calls()); // which finds the folder
            return HadoopFile.toRead(name, location() + "/" + name, reader);
        } catch (FileNotFoundException e) {
            throw HadoopFailures.missing(location() + "/" + name);
        } catch (IOException e) {
            throw HadoopFailures.of("open", location() + "/" + name, e);
        }
    }

    private FileReader.Source source(String name) {
        return new FileReader.Source() {
            @Override
            public FSDataInputStream open() throws IOException {
                return inNewest(folder -> client.open(new Path(folder, name)));
            }

            @Override
            public boolean isComplete() throws IOException {
                return inNewest(folder ->
                        client.calls().call(() -> client.leases().isFileClosed(new Path(folder, name))));
            }
        };
    }

    @Override
    public boolean exists(String name) {
        HadoopDisk.requireOurs(name);
        try {
            return inNewest(folder -> client.calls()
                    .call(() ->
                            client.files().getFileStatus(new Path(folder, name)).isFile()));
        } catch (FileNotFoundException e) {
            return false;
        } catch (IOException e) {
            throw HadoopFailures.of("look at", location() + "/" + name, e);
        }
    }

    @Override
    public List<String> list() {
        try {
            return inNewest(folder -> HadoopDisk.ourFiles(client, folder));
        } catch (IOException e) {
            throw HadoopFailures.of("list", location(), e);
        }
    }

    @Override
    public long usableBytes() {
        return HadoopDisk.shared(client, epochs.folder(0)).usableBytes();
    }

    @Override
    public long totalBytes() {
        return HadoopDisk.shared(client, epochs.folder(0)).totalBytes();
    }
}
