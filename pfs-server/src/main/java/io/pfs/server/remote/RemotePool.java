package io.pfs.server.remote;

import io.pfs.Epoch;
import io.pfs.disk.Disk;
import java.util.List;
import java.util.Optional;

/** A pool that has homes, in which journals are, too: in a folder that looks like one of this machine, or elsewhere. */
public interface RemotePool extends AutoCloseable {
    /** For people. */
    String location();

    /** The folder itself, in which the superblock is; it may be missing. */
    Disk folder();

    /**
     * Makes the folder, which must be missing or empty, and in it an empty home for each of these servers. Refused with {@code
     * NOT_SUPPORTED} if files there can't be forced, and with {@code NOT_OURS} if anything is in it.
     */
    void make(List<String> homes);

    /**
     * Takes the home of a server over from its earlier life, for good. Refused with {@code LOCKED} if that one is alive; it is
     * watched for as long as it takes to know.
     *
     * @param claimed the epoch in which it is taken, if somebody gives these out, each once, and none before the earlier life answers nothing
     *     any more: then it is not watched. Else it is the one behind that of the earlier life. Refused with {@code EPOCH_PASSED} if it was taken in this epoch or a later one already
     */
    RemoteHome take(String home, Optional<Epoch> claimed);

    /** What some server has in the pool, beside its journal, to be read, whichever life it is in. */
    Disk reading(String home);

    /**
     * A pool to be tried out: in a folder of this name in this one, made of nothing, whatever a life before left there, and gone when it is closed, which is before this
     * one is. Who is killed meanwhile leaves it behind.
     */
    RemotePool scratch(String name);

    @Override
    void close();
}
