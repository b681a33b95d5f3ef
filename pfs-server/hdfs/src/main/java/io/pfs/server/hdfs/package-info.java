/**
 * HDFS on one machine, for trying: {@code bin/pfs cluster start --hdfs} has one. It is a module of its own, since all of HDFS is on its class path.
 *
 * <ul>
 *   <li>{@link io.pfs.server.hdfs.HdfsMain}: the process, with one NameNode and one DataNode.
 *   <li>{@code HdfsFolder}: where it has all that it has, and how it is set up.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>All of it listens on loopback, at ports that are free.
 *   <li>It ends when who started it closes its input, or ends: at once, as if it were killed, which HDFS is made for.
 *   <li>What is in the folder is served again by the next one. Only a folder without names is formatted.
 * </ul>
 *
 * <p>Thread: Hadoop's own, and one that waits for the end. Uses nothing of PFS, but Hadoop; used by {@code io.pfs.server.cluster}, as a process.
 */
@NullMarked
package io.pfs.server.hdfs;

import org.jspecify.annotations.NullMarked;
