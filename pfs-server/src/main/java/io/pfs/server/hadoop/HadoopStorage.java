package io.pfs.server.hadoop;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import io.pfs.env.system.SystemClock;
import io.pfs.server.remote.KerberosLogin;
import io.pfs.server.remote.RemotePool;
import io.pfs.server.remote.RemoteStorage;
import io.pfs.server.remote.RemoteView;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Pools by their URI. Names no type of Hadoop, so that it can say that Hadoop is missing. */
public final class HadoopStorage implements RemoteStorage {
    /** The newest of what is needed: it came with 3.4. */
    private static final String NEEDED = "org.apache.hadoop.fs.LeaseRecoverable";

    @Override
    public RemotePool open(String uri, Optional<KerberosLogin> login, Consumer<String> told) {
        return reaching(uri, () -> HadoopPool.open(uri, login, HadoopTimes.USUAL, new SystemClock(), told));
    }

    @Override
    public RemoteView view(String uri, Optional<KerberosLogin> login, Consumer<String> told) {
        return reaching(
                uri,
                () -> HadoopPool.open(uri, login, HadoopTimes.USUAL, new SystemClock(), told)
                        .view());
    }

    /** What is done by Hadoop's client, if that is there. */
    private static <T> T reaching(String uri, Supplier<T> task) {
        try {
            Class.forName(NEEDED, false, HadoopStorage.class.getClassLoader());
            return task.get();
        } catch (ClassNotFoundException | NoClassDefFoundError e) {
            throw new PfsException(
                    ErrorCode.USAGE,
                    uri
                            + " is reached by Hadoop's client, version 3.4 or newer, which is not on the class path, or not all of"
                            + " it (" + e.getMessage() + "): set HADOOP_HOME to where Hadoop is, or PFS_CLASSPATH to"
                            + " hadoop-client-api, hadoop-client-runtime, what they log by, and the folder of core-site.xml",
                    e);
        }
    }
}
