package io.pfs.hadoop.contract;

import org.apache.hadoop.fs.FileContextMainOperationsBaseTest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;

@Tag("both")
final class FileContextMainOperationsTest extends FileContextMainOperationsBaseTest {
    @Override
    @BeforeEach
    public void setUp() throws Exception {
        fc = SharedServer.fileContext();
        super.setUp();
    }

    @Override
    protected boolean listCorruptedBlocksSupported() {
        return false;
    }
}
