package io.pfs.server.store;

import io.pfs.Durability;
import io.pfs.server.lease.LeaseTerms;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Has a folder of this machine served in this process, by as many loops as it was made for. */
public final class FolderEngine {
    private FolderEngine() {}

    /** Opens a folder as it was made, for this process alone, in mode sync. */
    public static Engine open(Path folder) {
        return open(folder, OptionalInt.empty(), Durability.SYNC, OptionalLong.empty(), LeaseTerms.IN_PROCESS);
    }

    /**
     * Opens a folder of this machine that is all of a file system, formatting it if it is new, and recovers what is in it.
     *
     * @param loops that serve it; empty for as many as it was made for, and for one if it is new
     * @param sliceMemoryBytes what slices may take of the memory; a part of the heap if nobody says
     * @param leases how clients are granted leases
     */
    public static Engine open(
            Path folder, OptionalInt loops, Durability durability, OptionalLong sliceMemoryBytes, LeaseTerms leases) {
        int count = LoopsFolder.count(folder, loops);
        return count == 1
                ? EmbeddedServer.open(folder, durability, sliceMemoryBytes, leases)
                : EmbeddedLoops.open(folder, count, durability, sliceMemoryBytes, leases);
    }
}
