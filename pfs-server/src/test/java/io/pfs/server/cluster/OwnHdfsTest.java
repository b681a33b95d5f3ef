package io.pfs.server.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.server.cluster.ClusterState.Hdfs;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What is said where there is no HDFS to start. */
final class OwnHdfsTest {
    @TempDir
    private Path temporary;

    @Test
    void whoStartsWithoutItsJarsIsToldWhoHasThem() {
        StartCommand command = new StartCommand();
        new CommandLine(command)
                .parseArgs("--hdfs", "--folder", temporary.resolve("cluster").toString());
        PfsException refused = assertThrows(PfsException.class, command::call);
        assertEquals(ErrorCode.USAGE, refused.code());
        assertTrue(refused.getMessage().contains("bin/pfs cluster start --hdfs"), refused.getMessage());
    }

    @Test
    void ifAJarIsMissingItsEndIsTold() {
        ClusterFolder folder = ClusterFolder.of(temporary);
        ClusterFolder.makeFolder(folder.logs());
        Hdfs wanted = Hdfs.wanted(temporary.resolve("no.jar").toString());
        PfsException failed = assertThrows(PfsException.class, () -> OwnHdfs.start(folder, wanted));
        assertEquals(ErrorCode.IO_FAILED, failed.code());
        assertTrue(failed.getMessage().contains("HDFS did not start"), failed.getMessage());
        assertTrue(failed.getMessage().contains("HdfsMain"), failed.getMessage());
    }
}
