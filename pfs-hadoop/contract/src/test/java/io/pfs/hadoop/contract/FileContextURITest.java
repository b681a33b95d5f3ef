package io.pfs.hadoop.contract;

import java.io.IOException;
import org.apache.hadoop.fs.FileContextURIBase;
import org.junit.jupiter.api.BeforeEach;

final class FileContextURITest extends FileContextURIBase {
    @BeforeEach
    void open() throws IOException {
        fc1 = SharedServer.fileContext();
        fc2 = SharedServer.fileContext();
    }
}
