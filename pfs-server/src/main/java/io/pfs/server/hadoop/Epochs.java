package io.pfs.server.hadoop;

import io.pfs.Epoch;
import io.pfs.pool.HomeName;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;

/** The folder of one server, whose name ends in the epoch of the life that has it: who renames it has it. */
final class Epochs {
    private final HadoopClient client;
    private final Path pool;
    private final String home;

    Epochs(HadoopClient client, Path pool, String home) {
        this.client = client;
        this.pool = pool;
        this.home = home;
    }

    Path folder(long epoch) {
        return new Path(pool, HomeName.of(home, new Epoch(epoch)));
    }

    /** That of the newest life. */
    long newest() throws IOException {
        try {
            return HomeName.newestIn(pool.toString(), home, this::folders).value();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private List<String> folders() {
        try {
            return Listing.names(client, pool, FileStatus::isDirectory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Takes the folder from the life of an epoch for the next one; says whether nobody was faster. */
    boolean advance(long epoch, long next) throws IOException {
        try {
            client.renameNew(folder(epoch), folder(next));
            return true;
        } catch (FileNotFoundException | FileAlreadyExistsException e) {
            return false;
        }
    }
}
