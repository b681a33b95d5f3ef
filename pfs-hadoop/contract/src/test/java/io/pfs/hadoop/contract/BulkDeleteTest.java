package io.pfs.hadoop.contract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.BulkDelete;
import org.apache.hadoop.fs.contract.AbstractContractBulkDeleteTest;
import org.apache.hadoop.fs.contract.AbstractFSContract;
import org.junit.jupiter.api.Test;

final class BulkDeleteTest extends AbstractContractBulkDeleteTest {
    private static final int PAGE_SIZE = 1000;

    @Override
    protected AbstractFSContract createContract(Configuration conf) {
        return new PfsContract(conf);
    }

    /** The suite's own expects that of file systems that remove one file at a time. */
    @Override
    @Test
    public void validatePageSize() throws Exception {
        try (BulkDelete bulk = getFileSystem().createBulkDelete(path("base"))) {
            assertEquals(PAGE_SIZE, bulk.pageSize());
        }
    }
}
