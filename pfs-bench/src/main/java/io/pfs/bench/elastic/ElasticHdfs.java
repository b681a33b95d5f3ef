package io.pfs.bench.elastic;

import io.pfs.ErrorCode;
import io.pfs.PfsException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ServiceLoader;

/** An HDFS on this machine, in a process of its own, for the pools of a run. */
public interface ElasticHdfs extends AutoCloseable {
    URI uri();

    /** A folder that its clients need on their class path. */
    Path settings();

    /** Ends it. */
    @Override
    void close();

    /** Starts one, and is found by {@code ServiceLoader}: the jars of HDFS are 110 MB, which nobody needs but for this. */
    interface Starter {
        /** On a folder that is empty; returns when it serves. */
        ElasticHdfs start(Path folder) throws IOException;
    }

    /** Refused where the jars of HDFS are not. */
    static Starter starter() {
        return ServiceLoader.load(Starter.class)
                .findFirst()
                .orElseThrow(() -> new PfsException(
                        ErrorCode.USAGE, "--hdfs needs the jars of HDFS, which bin/pfs bench elastic --hdfs brings"));
    }
}
