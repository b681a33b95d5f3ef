package io.pfs.server.hadoop;

import io.pfs.Check;

/**
 * How long things may take.
 *
 * @param callMillis a call, such as a write, a force, the making of a file: what is later has failed
 * @param firstCallMillis the same of a write or a force to a file of which none has worked so far: HDFS itself takes its
 *     {@code dfs.client.socket-timeout}, 60 s, and 5 s a replica to find that a data node is silent, and to go on with another.
 *     A file that is given up before that is followed by one that meets the same node
 * @param signMillis so often a server shows life
 * @param holdMillis so long after the last sign nobody takes its folder over, and so long it answers
 * @param watchMillis so long who wants to take it over sees no sign first
 * @param pollMillis so often somebody who waits looks
 * @param recoverMillis so often HDFS is asked again to close a file
 */
record HadoopTimes(
        long callMillis,
        long firstCallMillis,
        long signMillis,
        long holdMillis,
        long watchMillis,
        long pollMillis,
        long recoverMillis) {
    static final HadoopTimes USUAL = new HadoopTimes(10_000, 90_000, 2_000, 10_000, 15_000, 250, 10_000);

    HadoopTimes {
        Check.that(callMillis <= firstCallMillis, "a file that is new is given longer");
        Check.that(2 * signMillis <= holdMillis, "a sign of life may come late once");
        Check.that(holdMillis < watchMillis, "who watches sees the end of a tenure");
    }
}
