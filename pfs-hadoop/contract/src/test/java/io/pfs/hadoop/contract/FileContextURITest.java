package io.pfs.hadoop.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.apache.hadoop.fs.FileContextURIBase;
import org.apache.hadoop.fs.FsStatus;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class FileContextURITest extends FileContextURIBase {
    @BeforeEach
    void open() throws IOException {
        fc1 = SharedServer.fileContext();
        fc2 = SharedServer.fileContext();
    }

    /** How much of its space is used a file system does not say, as no server does; the suite's own expects some. */
    @Override
    @Test
    public void testFileStatus() throws IOException {
        FsStatus status = fc2.getFsStatus(new Path("/"));
        assertEquals(0, status.getUsed());
        assertTrue(status.getRemaining() > 0);
    }
}
