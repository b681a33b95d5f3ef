/**
 * What threads do through Hadoop's {@code FileSystem}, with PFS beside HDFS and beside bare files. It is a module of its own, since
 * all of HDFS is on its class path.
 *
 * <ul>
 *   <li>{@link io.pfs.bench.hadoop.Main}: the command line. {@code Course}: all that is measured, in its order; {@code Scale} how
 *       much of it, {@code Part} which.
 *   <li>{@link io.pfs.bench.hadoop.HdfsCommand}: another command line; {@code OnHdfs}: what it measures, with a pool on HDFS.
 *   <li>{@code SmallFiles}, {@code ManyEntries}, {@code LargeFile}: what is done to a {@code Store}; {@code Crowd}: the threads
 *       that do it.
 *   <li>{@code HadoopStore}: any file system of Hadoop; {@code PlainStore}: files that are forced; {@code BareSocket}: one large
 *       file over a socket; {@code BareRequests}: small ones, as bare as can be, which have some {@code Asking} to a process:
 *       {@code OwnSockets} to {@code BareKeeper}, {@code SharedLink} to {@code SharedKeeper}. {@code Stores}: those of a run.
 *   <li>{@code PfsProcess}, {@code HdfsProcess}: servers, each a {@code ChildProcess}. {@link io.pfs.bench.hadoop.HdfsOfServers}: HDFS for {@code
 *       io.pfs.bench.elastic}, found by {@code ServiceLoader}.
 *   <li>{@code Reaping}, {@code BareAppends}: measured in this process.
 *   <li>{@code Figures}: what came of it; {@code Wanted}: what should; {@code Comparison}: both as people read them. {@code
 *       Systems}: what stores are called.
 * </ul>
 *
 * <p>Thread: the main one, which waits for those of a crowd. Uses {@code io.pfs.bench}, {@code io.pfs.bench.elastic}, {@code io.pfs.bench.load}, {@code io.pfs.bench.whole}, {@code
 * io.pfs.client}, {@code io.pfs.format}, {@code io.pfs.net}, {@code io.pfs.net.netty}, {@code io.pfs.server}, {@code io.pfs.server.store} and Hadoop; used by people, and by {@code io.pfs.bench.elastic} as a service.
 */
@NullMarked
package io.pfs.bench.hadoop;

import org.jspecify.annotations.NullMarked;
