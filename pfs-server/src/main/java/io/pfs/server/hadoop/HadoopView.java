package io.pfs.server.hadoop;

import io.pfs.disk.Disk;
import io.pfs.env.Clock;
import io.pfs.server.remote.HomesAtRest;
import io.pfs.server.remote.RemoteView;
import io.pfs.server.remote.StoredFolder;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.apache.hadoop.fs.Path;

/** A folder of HDFS that is looked at: nothing here creates, renames, deletes or closes anything, nor sets a time. */
final class HadoopView implements RemoteView {
    private final HadoopClient client;
    private final Path folder;
    private final HadoopTimes times;
    private final Clock clock;
    private final Consumer<String> told;
    private final ReadWindows windows = new ReadWindows();

    HadoopView(HadoopClient client, Path folder, HadoopTimes times, Clock clock, Consumer<String> told) {
        this.client = client;
        this.folder = folder;
        this.times = times;
        this.clock = clock;
        this.told = told;
    }

    private Path resolve(String path) {
        return path.isEmpty() ? folder : new Path(folder, path);
    }

    @Override
    public String location() {
        return folder.toString();
    }

    @Override
    public boolean isFolder(String path) {
        Path whole = resolve(path);
        try {
            return client.calls().call(() -> client.files().getFileStatus(whole).isDirectory());
        } catch (FileNotFoundException e) {
            return false;
        } catch (IOException e) {
            throw HadoopFailures.of("look at", whole.toString(), e);
        }
    }

    @Override
    public Disk disk(String path) {
        return new ViewedDisk(files(path), HadoopDisk.shared(client, resolve(path)));
    }

    @Override
    public StoredFolder stored(String path) {
        return files(path);
    }

    private HadoopFolder files(String path) {
        return new HadoopFolder(client, resolve(path), windows);
    }

    @Override
    public HomesAtRest atRest(List<String> homes) {
        return HadoopHomesAtRest.watch(client, folder, homes, times, clock, told);
    }

    @Override
    public void close() {
        client.close();
    }
}
