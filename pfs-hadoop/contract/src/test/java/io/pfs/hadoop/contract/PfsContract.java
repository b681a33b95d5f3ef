package io.pfs.hadoop.contract;

import java.io.IOException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.contract.AbstractFSContract;

/** What is promised of PFS, and where it is to be shown. */
final class PfsContract extends AbstractFSContract {
    private static final String OPTIONS = "contract/pfs.xml";

    PfsContract(Configuration conf) {
        super(conf);
        addConfResource(OPTIONS);
        SharedServer.makeDefault(conf);
    }

    @Override
    public FileSystem getTestFileSystem() throws IOException {
        return FileSystem.get(SharedServer.uri(), getConf());
    }

    @Override
    public String getScheme() {
        return "pfs";
    }

    @Override
    public Path getTestPath() {
        return new Path("/test");
    }
}
