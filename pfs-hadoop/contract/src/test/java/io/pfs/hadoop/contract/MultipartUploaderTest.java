package io.pfs.hadoop.contract;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.contract.AbstractContractMultipartUploaderTest;
import org.apache.hadoop.fs.contract.AbstractFSContract;

final class MultipartUploaderTest extends AbstractContractMultipartUploaderTest {
    @Override
    protected AbstractFSContract createContract(Configuration conf) {
        return new PfsContract(conf);
    }

    /** Some parts make a small file, all of them a large one. */
    @Override
    protected int partSizeInBytes() {
        return 600_000;
    }

    @Override
    protected boolean finalizeConsumesUploadIdImmediately() {
        return true;
    }

    @Override
    protected boolean supportsConcurrentUploadsToSamePath() {
        return true;
    }
}
