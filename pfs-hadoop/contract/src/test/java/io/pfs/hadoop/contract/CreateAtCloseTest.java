package io.pfs.hadoop.contract;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.contract.AbstractContractCreateTest;
import org.apache.hadoop.fs.contract.AbstractFSContract;

/** Files that are made when they are closed. */
final class CreateAtCloseTest extends AbstractContractCreateTest {
    @Override
    protected Configuration createConfiguration() {
        Configuration conf = super.createConfiguration();
        conf.setBoolean("fs.pfs.create.at-close", true);
        conf.setBoolean("fs.pfs.impl.disable.cache", true);
        return conf;
    }

    @Override
    protected AbstractFSContract createContract(Configuration conf) {
        PfsContract contract = new PfsContract(conf);
        contract.getConf().setBoolean("fs.contract.create-visibility-delayed", true);
        return contract;
    }
}
