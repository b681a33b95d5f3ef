package io.pfs.hadoop.pool;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;

/**
 * How long is waited for an HDFS. Who reads jobs' files from it has nobody else to ask and waits for minutes; here there is a server that sends the bytes, and it has to be asked
 * while somebody still waits for them.
 *
 * @param conf says it to Hadoop's clients
 * @param slowNs what took so long waited for a host that is gone, though another one had it then
 */
record Patience(Configuration conf, long slowNs) {
    private static final long SLICE_MAX_MS = 3_000;
    /** Parts of the time that a request may take: some replicas may be silent, and then the server is asked. */
    private static final int SLICES = 8;

    private static final String SOON_MS = "100";
    /** What is first done there takes some time wherever it is. */
    private static final long SLOW_MIN_MS = 1_000;

    /** That of a reader whose requests may take so long. */
    static Patience of(Configuration conf, Duration timeout) {
        long sliceMs = Math.max(1, Math.min(SLICE_MAX_MS, timeout.toMillis() / SLICES));
        // clocks differ: what waits for a slice may seem a little shorter
        long slowMs = Math.max(SLOW_MIN_MS, sliceMs * 3 / 4);
        return new Patience(patient(conf, Long.toString(sliceMs)), TimeUnit.MILLISECONDS.toNanos(slowMs));
    }

    private static Configuration patient(Configuration conf, String slice) {
        Configuration own = new Configuration(conf);
        own.set("fs.automatic.close", "false"); // the client closes it, which may be used until the process ends
        own.set("dfs.client.socket-timeout", slice);
        own.set("ipc.client.connect.timeout", slice);
        own.set("ipc.client.rpc-timeout.ms", slice);
        own.set("ipc.client.connect.max.retries", "1");
        own.set("ipc.client.connect.retry.interval", SOON_MS);
        own.set("ipc.client.connect.max.retries.on.timeouts", "0");
        own.set("dfs.client.retry.policy.enabled", "false");
        own.set("dfs.client.retry.max.attempts", "1");
        own.set("dfs.client.failover.max.attempts", "2");
        own.set("dfs.client.failover.sleep.base.millis", SOON_MS);
        own.set("dfs.client.failover.sleep.max.millis", SOON_MS);
        // a block that no data node has any more is most often one of a file that was deleted
        own.set("dfs.client.max.block.acquire.failures", "1");
        own.set("dfs.client.retry.window.base", SOON_MS);
        own.set("dfs.client.retry.times.get-last-block-length", "1");
        own.set("dfs.client.retry.interval-ms.get-last-block-length", SOON_MS);
        return own;
    }
}
