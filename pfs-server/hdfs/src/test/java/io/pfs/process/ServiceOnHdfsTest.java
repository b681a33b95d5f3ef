package io.pfs.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.pfs.client.Pfs;
import org.junit.jupiter.api.Test;

/** The example of a service finds Hadoop's client where it says that it is to be put. */
final class ServiceOnHdfsTest extends HdfsServers {
    @Test
    void theServiceServesAPoolOnHdfs() throws Exception {
        format(1);
        try (ServiceExample example = ServiceExample.install(temporary);
                ServerProcess server = example.startAsService("--pool", uri)) {
            try (Pfs pfs = Pfs.connect(server.uri(), PATIENT)) {
                pfs.createTable("/t");
                write(pfs, 0, 10);
                requireAll(pfs, 10);
            }
            assertEquals(0, server.stop());
        }
        requireClean();
    }
}
