package io.pfs.server.hadoop;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.HdfsConfiguration;

/** What we want of Hadoop's client: some of it whatever its settings say, some where they don't say otherwise. */
final class ClientSettings {
    /** Closes a file by the name that it was created with, whatever file has it by then. */
    private static final String CLOSES_BROKEN_FILES = "dfs.client.write.recover.lease.on.close.exception";

    /** After what time it asks again whether a file is closed, or may have another block: then twice as long each time. */
    static final String ASKS_AGAIN_MILLIS = "dfs.client.block.write.locateFollowingBlock.initial.delay.ms";
    /** How often it does. */
    static final String ASKS_AGAIN_TIMES = "dfs.client.block.write.locateFollowingBlock.retries";

    /**
     * A file is closed once a data node has reported its last block, mostly a moment after it was asked for first. As it comes, the client asks again 400 ms
     * later, and until then the file is open: for who takes over a folder, say, and waits for all that is open there.
     */
    private static final int SOON_MILLIS = 5;
    /** Twenty seconds in all, where the client gives up after twelve as it comes. */
    private static final int SOON_TIMES = 12;

    /** How long it waits for a data node, be it to connect to it or to hear from it. */
    static final String NODE_MILLIS = "dfs.client.socket-timeout";

    private static final int USUAL_NODE_MILLIS = 60_000;
    /** So many data nodes may be silent one after the other within the time that a read may take. */
    private static final int SILENT_NODES = 3;
    /** A file that was left open has a length that only data nodes know; that none of them tells it shows at once. */
    private static final String LENGTH_TIMES = "dfs.client.retry.times.get-last-block-length";

    private static final String LENGTH_MILLIS = "dfs.client.retry.interval-ms.get-last-block-length";
    private static final int LENGTH_AGAIN_MILLIS = 100;
    /** Connections that are kept for others wait for as long as those like. */
    private static final String CONTEXT = "dfs.client.context";

    private static final String DEFAULTS = "-default.xml";

    private ClientSettings() {}

    /** A copy with these. */
    static Configuration of(Configuration conf) {
        HdfsConfiguration.init(); // or hdfs-site.xml would be read later, and be less than what is set here
        Configuration own = new Configuration(conf);
        own.setBoolean("fs.automatic.close", false); // at the end of the process it is we who close, in our order
        own.setBoolean(CLOSES_BROKEN_FILES, false); // a stream does it by its name at that time
        if (!isSet(own, ASKS_AGAIN_MILLIS) && !isSet(own, ASKS_AGAIN_TIMES)) {
            own.setInt(ASKS_AGAIN_MILLIS, SOON_MILLIS);
            own.setInt(ASKS_AGAIN_TIMES, SOON_TIMES);
        }
        return own;
    }

    /**
     * A copy of these for a client that only reads. As it comes, it would wait a minute for a data node that is silent, and fail by that, though
     * another one has the same bytes: who writes has them written anew, and waits for longer.
     *
     * @param readMillis which a read may take
     */
    static Configuration forReading(Configuration own, long readMillis) {
        Configuration reading = new Configuration(own);
        long nodeMillis = Math.max(1, readMillis / SILENT_NODES);
        reading.setLong(NODE_MILLIS, Math.min(nodeMillis, own.getInt(NODE_MILLIS, USUAL_NODE_MILLIS)));
        reading.setInt(LENGTH_TIMES, 1);
        reading.setInt(LENGTH_MILLIS, LENGTH_AGAIN_MILLIS);
        reading.set(CONTEXT, "pfs-reading");
        return reading;
    }

    /** By somebody, not by Hadoop. */
    private static boolean isSet(Configuration conf, String key) {
        String[] sources = conf.getPropertySources(key);
        return sources != null && sources.length > 0 && !sources[sources.length - 1].endsWith(DEFAULTS);
    }
}
