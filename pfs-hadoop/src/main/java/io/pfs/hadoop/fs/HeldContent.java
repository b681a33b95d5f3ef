package io.pfs.hadoop.fs;

import io.pfs.client.file.FileContent;
import io.pfs.client.table.CellInput;
import java.io.IOException;
import java.util.Optional;
import org.apache.hadoop.fs.PathIOException;

/**
 * The bytes of a file that is being read: asked for when they are first wanted, which may be long after the stream was made,
 * and again after they were let go. They are those of one writing all the time. Any thread.
 */
final class HeldContent {
    private final Views views;
    private final String path;
    private Optional<CellInput> held = Optional.empty();
    /** Of what was read first; empty if nothing was. */
    private String etag = "";

    HeldContent(Views views, String path) {
        this.views = views;
        this.path = path;
    }

    String path() {
        return path;
    }

    synchronized CellInput get() throws IOException {
        if (held.isEmpty()) {
            FileContent content = Errors.read(path, () -> views.look(path));
            String now = Statuses.etag(content.info());
            if (!etag.isEmpty() && !etag.equals(now)) {
                throw new PathIOException(path, "it was changed since it was opened; open it again");
            }
            etag = now;
            held = Optional.of(content.content());
        }
        return held.get();
    }

    /** Of what was read first. */
    synchronized String etag() {
        return etag;
    }

    /** Lets go of what is in memory. */
    synchronized void drop() {
        held = Optional.empty();
    }
}
