package io.pfs.server.hadoop;

import io.pfs.Check;

/**
 * How long things may take.
 *
 * @param callMillis a write, a force, the making of a file: what is later has failed
 * @param signMillis so often a server shows life
 * @param holdMillis so long after the last sign nobody takes its folder over, and so long it answers
 * @param watchMillis so long who wants to take it over sees no sign first
 * @param pollMillis so often somebody who waits looks
 * @param recoverMillis so often HDFS is asked again to close a file
 */
record HadoopTimes(
        long callMillis, long signMillis, long holdMillis, long watchMillis, long pollMillis, long recoverMillis) {
    static final HadoopTimes USUAL = new HadoopTimes(10_000, 2_000, 10_000, 15_000, 250, 10_000);

    HadoopTimes {
        Check.that(2 * signMillis <= holdMillis, "a sign of life may come late once");
        Check.that(holdMillis < watchMillis, "who watches sees the end of a tenure");
    }
}
