package io.pfs.hadoop.contract;

import org.apache.hadoop.fs.FileContextUtilBase;
import org.junit.jupiter.api.BeforeEach;

final class FileContextUtilTest extends FileContextUtilBase {
    @Override
    @BeforeEach
    public void setUp() throws Exception {
        fc = SharedServer.fileContext();
        super.setUp();
    }
}
