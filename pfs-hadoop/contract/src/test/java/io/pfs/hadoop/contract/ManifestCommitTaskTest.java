package io.pfs.hadoop.contract;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.contract.AbstractFSContract;
import org.apache.hadoop.mapreduce.lib.output.committer.manifest.TestCommitTaskStage;
import org.junit.jupiter.api.Tag;

@Tag("nightly")
final class ManifestCommitTaskTest extends TestCommitTaskStage {
    @Override
    protected AbstractFSContract createContract(Configuration conf) {
        return new PfsContract(conf);
    }
}
