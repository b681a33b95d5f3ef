package io.pfs.hadoop.contract;

import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileContextPermissionBase;

final class FileContextPermissionTest extends FileContextPermissionBase {
    @Override
    protected FileContext getFileContext() throws Exception {
        return SharedServer.fileContext();
    }
}
