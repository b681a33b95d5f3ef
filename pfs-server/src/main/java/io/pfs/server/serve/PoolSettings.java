package io.pfs.server.serve;

import io.pfs.server.store.PoolAt;
import java.util.Optional;

/** What is set of the pool, whoever shares it. */
final class PoolSettings {
    private PoolSettings() {}

    /** Where it is, and who this server is there; empty if all is in its own folder. */
    static Optional<PoolAt> of(Settings settings) {
        Optional<String> principal = settings.text(Setting.HDFS_PRINCIPAL);
        Optional<String> keytab = settings.text(Setting.HDFS_KEYTAB);
        Optional<String> pool = settings.text(Setting.POOL);
        if (pool.isEmpty() && (principal.isPresent() || keytab.isPresent())) {
            throw (principal.isPresent() ? Setting.HDFS_PRINCIPAL : Setting.HDFS_KEYTAB)
                    .refuse("nobody logs in to HDFS, as there is no pool there: name it with --pool");
        }
        return pool.map(text -> PoolAt.of(text, principal, keytab));
    }
}
