/**
 * What several servers do together, as the papers show it. All servers are in this process and share its cores and its disk, so
 * rates say little but by the core that the servers' threads had; counts say what they would on any machine.
 *
 * <ul>
 *   <li>{@link io.pfs.bench.cluster.ClusterFigures}: all there are, each a {@link io.pfs.bench.cluster.ClusterFigure} that is
 *       measured on a {@link io.pfs.bench.cluster.ClusterDesk} and comes out {@link io.pfs.bench.cluster.Drawn}.
 *   <li>{@code ClusterServers}: starts and stops {@code OneServer}s, connects clients, counts: {@code Counts}. {@code Traffic}:
 *       what a {@code CountedConnection} saw. {@code ServerTime}: how long the servers' threads worked.
 *   <li>{@code Phases}: what clients do, and what it cost.
 *   <li>{@code SharedFigure}, {@code GrowthFigure}; {@code PoliciesFigure} by {@code Distribution}; {@code StrategiesFigure} by
 *       {@code Strategy}; {@code BulkFigure}; {@code ProbesFigure} with its {@code Learners}; {@code RedundantFigure} with its
 *       {@code SplitModel}.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>Nothing stays in the folder, unless the process is killed.
 *   <li>Servers meet each other and clients over sockets only, as in processes of their own.
 * </ul>
 *
 * <p>Thread: that of who measures. Uses {@code io.pfs.client}, {@code io.pfs.server.store}, {@code io.pfs.server.rpc}, {@code
 * io.pfs.net}, {@code io.pfs.bench.api}, {@code io.pfs.bench.output}; used by {@code io.pfs.bench}.
 */
@NullMarked
package io.pfs.bench.cluster;

import org.jspecify.annotations.NullMarked;
