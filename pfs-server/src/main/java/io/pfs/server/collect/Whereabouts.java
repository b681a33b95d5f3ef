package io.pfs.server.collect;

import io.pfs.FileId;
import io.pfs.PfsException;
import io.pfs.RowName;
import io.pfs.TableId;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Where files are that left the name under which their cells were written. Without it such cells are taken for dead, are
 * not moved, and keep their segment, since they count.
 */
public interface Whereabouts {
    /** Knows of none. */
    Whereabouts NONE = (table, nameHash, fileId, then, failed) -> then.accept(Optional.empty());

    /** The name that a file bears now. */
    record Moved(TableId table, RowName name) {}

    /** Looks for a file that is not where its cell says. */
    void find(
            TableId table, long nameHash, FileId fileId, Consumer<Optional<Moved>> then, Consumer<PfsException> failed);
}
