package io.pfs.hadoop.contract;

import java.io.IOException;
import org.apache.hadoop.fs.FileSystemContractBaseTest;
import org.junit.jupiter.api.BeforeEach;

final class FileSystemContractTest extends FileSystemContractBaseTest {
    @BeforeEach
    void open() throws IOException {
        fs = SharedServer.fileSystem();
    }
}
