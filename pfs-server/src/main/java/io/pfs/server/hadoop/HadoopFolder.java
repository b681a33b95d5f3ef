package io.pfs.server.hadoop;

import io.pfs.server.remote.StoredFile;
import io.pfs.server.remote.StoredFolder;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/** A folder of HDFS with whatever is in it, to be read. */
final class HadoopFolder implements StoredFolder {
    private final HadoopClient client;
    private final Path folder;
    private final ReadWindows windows;

    HadoopFolder(HadoopClient client, Path folder, ReadWindows windows) {
        this.client = client;
        this.folder = folder;
        this.windows = windows;
    }

    @Override
    public String pathOf(String name) {
        return resolve(name).toString();
    }

    private Path resolve(String name) {
        return name.isEmpty() ? folder : new Path(folder, name);
    }

    @Override
    public List<String> names() {
        try {
            return Listing.names(client, folder, any -> true).stream().sorted().toList();
        } catch (FileNotFoundException e) {
            return List.of();
        } catch (IOException e) {
            throw HadoopFailures.of("list", folder.toString(), e);
        }
    }

    /** The name node does not know how long a file is that was left open: who opens it asks a data node. */
    @Override
    public long size(String name) {
        FileStatus status = status(name);
        if (!status.isFile() || isClosed(name)) {
            return status.getLen();
        }
        try (StoredFile file = open(name)) {
            return file.size();
        }
    }

    private FileStatus status(String name) {
        Path path = resolve(name);
        try {
            return client.calls().call(() -> client.files().getFileStatus(path));
        } catch (FileNotFoundException e) {
            throw HadoopFailures.missing(path.toString());
        } catch (IOException e) {
            throw HadoopFailures.of("look at", path.toString(), e);
        }
    }

    private boolean isClosed(String name) {
        Path path = resolve(name);
        try {
            return client.calls().call(() -> client.leases().isFileClosed(path));
        } catch (IOException e) {
            throw HadoopFailures.of("look at", path.toString(), e);
        }
    }

    @Override
    public StoredFile open(String name) {
        return new OpenFile(resolve(name), reading(name));
    }

    /** Opens a file to be read as it is now: what is added is not looked for. */
    FileReading reading(String name) {
        Path path = resolve(name);
        if (!status(name).isFile()) {
            throw HadoopFailures.notAFile(path.toString());
        }
        FileReader reader = new FileReader(source(path), client.calls());
        try {
            reader.size(); // opens it
            return windows.over(path.toString(), reader);
        } catch (IOException e) {
            throw HadoopFailures.of("open", path.toString(), e);
        }
    }

    private FileReader.Source source(Path path) {
        return new FileReader.Source() {
            @Override
            public FSDataInputStream open() throws IOException {
                return client.open(path);
            }

            @Override
            public boolean isComplete() {
                return true;
            }
        };
    }

    private record OpenFile(Path path, FileReading reader) implements StoredFile {
        @Override
        public long size() {
            try {
                return reader.size();
            } catch (IOException e) {
                throw HadoopFailures.of("read the length of", path.toString(), e);
            }
        }

        @Override
        public int read(ByteBuffer target, long offset) {
            try {
                return reader.read(target, offset);
            } catch (IOException e) {
                throw HadoopFailures.of("read", path.toString(), e);
            }
        }

        @Override
        public void close() {
            reader.close();
        }
    }
}
