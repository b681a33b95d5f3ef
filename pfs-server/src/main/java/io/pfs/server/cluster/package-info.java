/**
 * A cluster on one machine, for trying: {@code bin/pfs cluster}.
 *
 * <ul>
 *   <li>{@link io.pfs.server.cluster.ClusterCommand}: the group; a class for each command.
 *   <li>{@code StartCommand}: has ZooKeeper in its own process and servers in others, until it is stopped; {@code RunningCluster}: all of that.
 *   <li>{@code OwnHdfs}: HDFS in one more process, if the pool is to be there.
 *   <li>{@code FirstStart}: makes the pool, once there are {@code FreePorts}.
 *   <li>{@code Launcher}: starts a server as a process, whose {@code ServerLog} tells when it serves, by a {@code ReadyLine}; {@code ServerOfCommand}: that process, which ends with who has ZooKeeper.
 *   <li>{@code ClusterFolder}, {@code ClusterState}, {@code ProcessMark}: what runs, as the commands tell each other by a file; {@code FolderOption}:
 *       which folder.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>All of it listens on loopback.
 *   <li>No server outlives the process that has ZooKeeper. If that is told to end, it stops them first; if it is killed, they see it within 5 s, and end. HDFS ends
 *       with it, too: after the servers, or as soon as it is not there any more. If HDFS ends by itself, all of them do.
 *   <li>A process is known by its number and its beginning, or its command line where the clock was set, so that nobody else is killed. That
 *       somebody starts or runs a folder is known by its lock, not by his mark: who starts may have the number and the command line of who did before.
 *   <li>One process at a time is the starter of a folder, and one makes servers there. What a start that was broken off left behind is taken up by the next.
 *   <li>The pool, or HDFS with it, ZooKeeper's data and the servers' are in one folder, and the next start goes on with them.
 * </ul>
 *
 * <p>Thread: the command's, and the one that ends it. Uses {@code io.pfs}, {@code io.pfs.client}, {@code io.pfs.wire}, {@code io.pfs.env}, {@code io.pfs.env.system}, {@code io.pfs.server.store}, {@code
 * io.pfs.server.zookeeper}, {@code io.pfs.server.cli}; used by {@code io.pfs.server}.
 */
@NullMarked
package io.pfs.server.cluster;

import org.jspecify.annotations.NullMarked;
