/**
 * {@code bin/pfs server}: a file system in a folder, served over the network.
 *
 * <ul>
 *   <li>{@link io.pfs.server.serve.ServerCommand}: the command and its options.
 *   <li>{@code Setting}: the one list of what can be set; {@code Settings}: what is, by file or option; {@code ServerConfig}:
 *       all of it, checked; {@code PoolSettings}: the pool, and who logs in there; {@code ClusterSettings}: what one of a list has; {@code CoordinatorSettings}: what one of several has that come and go; {@code SpreadSettings}: when either spreads a table.
 *   <li>{@code ClusterDesk}: answers what is asked of the servers themselves.
 *   <li>{@code RunningServer}: the engine, and the network before it, started and ended in the right order; {@code SeatServer}: the
 *       same with seats that come and go; {@code CoordinatedServer}: that, with a keeper who has them come and go by ZooKeeper ({@code
 *       SeatServing}, on {@code SeatThreads}, which open {@code FewAtATime}), after a {@code Rehearsal}, which it does when its turn comes, with {@code RehearsedCalls}; {@code Served}: any of them. {@code LoopPatience}: has a stop not
 *       wait for a keeper that stands still. {@code ServerNetworks}: how they speak with clients and other servers; {@code
 *       Doorkeeper}: knows who comes, and writes the audit log.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>Nothing is listened on before the folder is recovered; the folder is closed after the last answer has left. Of a server whose
 *       seats come and go this holds for each seat: what is asked for it before or after is refused, to be asked elsewhere.
 *   <li>A process that can serve nothing any more ends, and says why.
 *   <li>An address that other machines reach is not served without a token, unless the user says that this is meant.
 * </ul>
 *
 * <p>Thread: the process's first, and the one that ends it. Uses {@code io.pfs.server.identity}, {@code io.pfs.server.audit}, {@code
 * io.pfs.server.rpc}, {@code io.pfs.server.lease}, {@code io.pfs.server.remote}, {@code io.pfs.server.store}, {@code io.pfs.server.owner}, {@code io.pfs.server.zookeeper}, {@code io.pfs.cluster}, {@code io.pfs.net}, {@code io.pfs.net.netty}, {@code
 * io.pfs.client}, {@code io.pfs.client.net}, {@code io.pfs.client.table}; used by {@code io.pfs.server}.
 */
@NullMarked
package io.pfs.server.serve;

import org.jspecify.annotations.NullMarked;
