package io.pfs.hadoop.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.FileNotFoundException;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.contract.AbstractContractAppendTest;
import org.apache.hadoop.fs.contract.AbstractFSContract;
import org.apache.hadoop.fs.contract.ContractTestUtils;
import org.junit.jupiter.api.Test;

final class AppendTest extends AbstractContractAppendTest {
    @Override
    protected AbstractFSContract createContract(Configuration conf) {
        return new PfsContract(conf);
    }

    /**
     * A stream does not follow its file to another name, as it would in HDFS: what was appended is refused, and neither the old
     * name nor the new one gets any of it.
     */
    @Override
    @Test
    public void testRenameFileBeingAppended() throws Exception {
        FileSystem fs = getFileSystem();
        Path target = path("target");
        Path renamed = path("renamed");
        ContractTestUtils.touch(fs, target);
        FSDataOutputStream out = fs.append(target);
        out.write(1);
        fs.rename(target, renamed);
        assertThrows(FileNotFoundException.class, out::close);
        assertFalse(fs.exists(target));
        assertEquals(0, fs.getFileStatus(renamed).getLen());
    }
}
