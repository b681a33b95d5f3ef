package io.pfs.server.remote;

import io.pfs.disk.Disk;
import java.util.List;

/** A folder that is not of this machine, a pool or not, to be looked at: nothing changes by that. */
public interface RemoteView extends AutoCloseable {
    /** For people. */
    String location();

    /** Whether there is a folder at this path below it; the path may be empty. */
    boolean isFolder(String path);

    /** Our files in that folder, to be read. */
    Disk disk(String path);

    /** All that is in that folder. */
    StoredFolder stored(String path);

    /**
     * Finds out whether anybody has one of these homes; watches for as long as it takes to know. Refused with {@code LOCKED} if somebody shows that he has
     * one, and with {@code IO_FAILED} if one has files that can't be read before its next life had them closed.
     */
    HomesAtRest atRest(List<String> homes);

    @Override
    void close();
}
