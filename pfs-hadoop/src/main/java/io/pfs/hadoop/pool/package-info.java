/**
 * Pools on HDFS as clients read them: a process of Hadoop or Spark that may open the pool's files there reads cells from them itself, as {@code
 * io.pfs.client.local} has it of folders.
 *
 * <ul>
 *   <li>{@link io.pfs.hadoop.pool.HdfsPools}: finds pools by their URI.
 *   <li>{@code HdfsWay}: the way to one HDFS; {@code Patience}: how long is waited for it.
 *   <li>{@code HdfsHome}: what a server has in a pool; {@code HdfsReadFile}: one of its files.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>What can't be read here is the server's to send: nobody who reads cells sees a failure of HDFS, and it is told once.
 *   <li>An HDFS that gives trouble, or is slow, is left alone for some time, so that not each read waits for it. Then the way to it is opened anew.
 *   <li>Nothing is written, made or deleted there.
 *   <li>Only {@code hdfs} is asked: a server can't have its clients go anywhere else.
 * </ul>
 *
 * <p>Thread: files are for one at a time, all else for any. Uses {@code io.pfs}, {@code io.pfs.pool}, {@code io.pfs.wire}, {@code io.pfs.client.local} and Hadoop;
 * used by {@code io.pfs.hadoop.fs}.
 */
@NullMarked
package io.pfs.hadoop.pool;

import org.jspecify.annotations.NullMarked;
