package io.pfs.client;

import io.pfs.wire.Connection;
import java.nio.file.Path;

/** Opens a folder as a file system in this process. The server's jar brings one, found by {@code ServiceLoader}. */
public interface EmbeddedServers {
    /** Formats the folder if it is empty or missing. Closing the connection closes the server. */
    Connection open(Path folder, EmbeddedOptions options);
}
