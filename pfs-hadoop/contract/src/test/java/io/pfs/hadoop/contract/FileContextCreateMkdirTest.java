package io.pfs.hadoop.contract;

import org.apache.hadoop.fs.FileContextCreateMkdirBaseTest;
import org.junit.jupiter.api.BeforeEach;

final class FileContextCreateMkdirTest extends FileContextCreateMkdirBaseTest {
    @Override
    @BeforeEach
    public void setUp() throws Exception {
        fc = SharedServer.fileContext();
        super.setUp();
    }
}
