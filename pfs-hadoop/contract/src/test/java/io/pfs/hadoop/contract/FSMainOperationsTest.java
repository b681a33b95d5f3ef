package io.pfs.hadoop.contract;

import java.io.IOException;
import org.apache.hadoop.fs.FSMainOperationsBaseTest;
import org.apache.hadoop.fs.FileSystem;

final class FSMainOperationsTest extends FSMainOperationsBaseTest {
    @Override
    protected FileSystem createFileSystem() throws IOException {
        return SharedServer.fileSystem();
    }
}
