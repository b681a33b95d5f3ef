package io.pfs.server.store;

import io.pfs.client.EmbeddedOptions;
import io.pfs.client.EmbeddedServers;
import io.pfs.server.lease.LeaseTerms;
import io.pfs.wire.Connection;
import java.nio.file.Path;

/** Lets {@code Pfs.embedded} find the server. */
public final class EmbeddedFolders implements EmbeddedServers {
    @Override
    public Connection open(Path folder, EmbeddedOptions options) {
        return FolderEngine.open(
                folder, options.loops(), options.durability(), options.cacheBytes(), LeaseTerms.IN_PROCESS);
    }
}
