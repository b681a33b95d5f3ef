/**
 * What clients notice while servers come, go and die: real processes, ZooKeeper, and a pool in a folder of this machine or on an HDFS of it.
 *
 * <ul>
 *   <li>{@link io.pfs.bench.elastic.ElasticRun}: does those parts that are wanted; {@link io.pfs.bench.elastic.ElasticShape}: how much.
 *   <li>{@code Part}: {@code ResizePart} has servers join and leave, {@code DeathPart} kills one, each in a {@code Scene}; {@code BytesPart} looks at
 *       what moves write, by {@code PoolBytes}. {@code ElasticDesk}: what they work with.
 *   <li>{@link io.pfs.bench.elastic.ElasticHdfs}: where the pool is then, by who has the jars of HDFS; {@code FleetPool}: where it is.
 *   <li>{@code Fleet}: the servers, each a {@code ServerProcess} that runs {@code ServerMain}.
 *   <li>{@code PacedLoad}: what clients ask for, in the directories of a {@code Tree}; {@code Books}: what has to be there by what was answered; {@code
 *       Phase}: how long it took, by {@code Latencies}.
 *   <li>{@link io.pfs.bench.elastic.ElasticDrawn}: what was seen over time. {@code Middle}: of rounds.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>The loop is open: what is due is asked for whether earlier requests were answered or not, and its time begins when it was due. It counts in the phase in
 *       which it was due.
 *   <li>A file is in one request at a time: what is removed is looked up by nobody.
 *   <li>No server outlives this process, however that ends.
 *   <li>All of it listens on loopback.
 * </ul>
 *
 * <p>Thread: that of who measures; one more has requests begin when they are due; answers come on the clients' threads. Uses {@code io.pfs.client}, {@code
 * io.pfs.wire}, {@code io.pfs.server}, {@code io.pfs.server.store}, {@code io.pfs.server.zookeeper}, {@code io.pfs.bench.api}, {@code io.pfs.bench.output}, {@code
 * io.pfs.bench.whole}; used by {@code io.pfs.bench}.
 */
@NullMarked
package io.pfs.bench.elastic;

import org.jspecify.annotations.NullMarked;
