package io.pfs.server.cluster;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Whether servers can listen where they are to, as far as that is known before they do. */
final class FreePorts {
    private static final int USUAL_BACKLOG = 0;

    private FreePorts() {}

    /** Refuses ports of this machine that others listen on. */
    static void require(int first, int count) {
        for (int port = first; first > 0 && port < first + count; port++) {
            try (ServerSocket unused = new ServerSocket(port, USUAL_BACKLOG, InetAddress.getLoopbackAddress())) {
                // others may, too, once it is closed
            } catch (IOException e) {
                throw new PfsException(
                        ErrorCode.USAGE,
                        "nobody can listen on port " + port + " of this machine (" + e.getMessage()
                                + "); --port names another first one, 0 has any that are free",
                        e);
            }
        }
    }
}
