/**
 * The simulator: a server, or a cluster of up to five, in one thread, under virtual time, from one seed. It replaces only what lies below the
 * seams (disk, clock, timers, workers, entropy, network, key-value index); journal, formats, slices, checkpoint,
 * recovery and shards in it are those that ship.
 *
 * <h2>Classes</h2>
 *
 * <ul>
 *   <li>{@link io.pfs.sim.Prng}: random numbers, with children by name, so that one more draw in one component does not
 *       shift all others.
 *   <li>{@link io.pfs.sim.SimWorld}: one heap of events, virtual time, the trace hash; {@link io.pfs.sim.Life}: one
 *       incarnation of a process, whose events die with it; {@link io.pfs.sim.SimWorkers}: its workers, whose jobs may
 *       take turns ({@link io.pfs.sim.SimJob}); {@link io.pfs.sim.SimTurns}: when a turn of the loop ends in which a journal spoke.
 *   <li>{@link io.pfs.sim.SimDisk}: files that forget, tear or garble what was not forced, run full, fail forces, rot.
 *   <li>{@link io.pfs.sim.SimNetwork}: messages that are delayed, lost, repeated; or, in a third of the seeds and for all paths,
 *       {@link io.pfs.sim.SimSockets}: bytes over connections that are cut, by the sessions that ship, of clients and between servers.
 *   <li>{@link io.pfs.sim.SimKvIndex}: an ordered map with atomic batches; a crash keeps a prefix of them.
 *   <li>{@link io.pfs.sim.SimServer}: a server under test; {@link io.pfs.sim.SimCluster}: those of a file system, each with its
 *       shards, disks and lives; {@link io.pfs.sim.SimPeers}, {@link io.pfs.sim.FarPeers}: the ways between shards, in a server and
 *       between servers; {@link io.pfs.sim.Partitions}: who does not hear whom; {@link io.pfs.sim.SimWeb}: the way over sockets to all
 *       of them, for the classes that ship ({@code ClusterConnection}, {@code ServerPeers}); {@link io.pfs.sim.SimKeeper}: starts them again; {@link io.pfs.sim.SimTables}: the tables that clients know.
 *   <li>{@link io.pfs.sim.SimClient}: a client with some operations open at a time, which {@link io.pfs.sim.SimRequests}
 *       draws; {@link io.pfs.sim.SimLister}: one that walks tables meanwhile; {@link
 *       io.pfs.sim.SimBeside}: the same clients, reading the disks themselves. {@link io.pfs.sim.SimLoops}: servers that are loops of one process.
 *   <li>{@link io.pfs.sim.SimOperations}: what requests do to a {@link io.pfs.sim.RowValue} or {@link
 *       io.pfs.sim.TableValue}, and which {@link io.pfs.sim.Answer} is right then; {@link io.pfs.sim.NameModel}: every way a
 *       row or table may be while operations on it overlap; {@link io.pfs.sim.FileIdBook}: no id and no version twice.
 *   <li>{@link io.pfs.sim.Auditor}: holds all that a server answers against that; {@link io.pfs.sim.Fate}: strikes a server with what
 *       the seed allows, {@link io.pfs.sim.Rot}: with bits that rot, {@link io.pfs.sim.SimSalvage}: on copies, with what is lost for good, {@link io.pfs.sim.SimFates}: several at once, or what is between
 *       them; {@link io.pfs.sim.Settlement}: what must hold at the end; {@link io.pfs.sim.LoanCheck}: of what servers lend each
 *       other; {@link io.pfs.sim.Simulation}: one seed from start to verdict.
 *   <li>{@link io.pfs.sim.SimHistories}: small histories of several clients, in a world of their own with servers and fates like
 *       these. {@link io.pfs.sim.SimHistory} has each client ({@link io.pfs.sim.HistoryClient}) ask what {@link
 *       io.pfs.sim.NameDraws} draws, as {@link io.pfs.sim.HistoryWire} puts it, over a {@link io.pfs.sim.SimCaller}, while a {@link
 *       io.pfs.sim.HistoryFiller} has slices split, and a {@link io.pfs.sim.HistoryStranger} comes whom a table's owner lets in or
 *       not; {@code io.pfs.sim.history} decides whether what they were told has an order.
 *   <li>{@link io.pfs.sim.SimPaths}: the same for clients that go along paths by what they remember, with leases: {@link
 *       io.pfs.sim.PathClient} does with the shipped walker what {@link io.pfs.sim.PathDraws} draws, and notes in a {@link
 *       io.pfs.sim.PathLog} by which hops; the clocks of its {@link io.pfs.sim.MachineClock} have a rate of their own, it falls
 *       asleep, alone or with the machine, and it leaves.
 *   <li>{@link io.pfs.sim.SeatSimulation}: one seed of a file system whose seats move ({@link io.pfs.sim.SeatSimulationTest}), in a world of
 *       its own that has nothing to do with the seeds above. A {@link io.pfs.sim.SeatCluster} has {@link io.pfs.sim.SeatMember}s, each with
 *       the shipped keeper, over a {@code MemoryEnsemble} that is late and old; they open {@link io.pfs.sim.SeatEngine}s on {@link
 *       io.pfs.sim.SeatHome}s, which keep out who had them before, at once or as HDFS does ({@link io.pfs.sim.SimHdfs}, of whose files each has a {@link io.pfs.sim.SimLease}), and may
 *       not answer a member ({@link io.pfs.sim.StorageReach}). All talk over a {@link io.pfs.sim.SeatNet}. {@link
 *       io.pfs.sim.SeatFates}: what strikes them. {@link io.pfs.sim.SeatHistory}: what several {@link io.pfs.sim.SeatClient}s
 *       ask meanwhile, and were told. {@link io.pfs.sim.SeatPlant}, {@link io.pfs.sim.SeatPlants}: bugs that it must find.
 *   <li>{@link io.pfs.sim.SeatPace}: how long all of that takes: {@link io.pfs.sim.WildPace} has much come late, {@link io.pfs.sim.SteadyPace} is a model of
 *       machines that are well: {@link io.pfs.sim.SimCores}, {@link io.pfs.sim.SteadyWorkers} that wait for storage ({@link io.pfs.sim.StorageTimes}, by a {@link
 *       io.pfs.sim.MeteredDisk} and its {@link io.pfs.sim.SimMeter}).
 *   <li>{@link io.pfs.sim.ElasticSimulation}: one seed of what clients wait for while servers join and leave, at that pace ({@link
 *       io.pfs.sim.ElasticSimulationTest}): an {@link io.pfs.sim.ElasticLoad} that comes whether it is answered or not, counted in {@link
 *       io.pfs.sim.ElasticPhase}s, and by {@link io.pfs.sim.SeatAbsences} for how long seats were away; {@link io.pfs.sim.ElasticRounds}: the middle of
 *       five, with servers as {@link io.pfs.sim.ElasticShape} says.
 *   <li>{@link io.pfs.sim.FaultClass}: what can go wrong; {@link io.pfs.sim.Cut}: what is left out of a seed; {@link
 *       io.pfs.sim.Shrinker}: finds the smallest cut under which a seed still fails the same.
 *   <li>{@link io.pfs.sim.Plants}, {@link io.pfs.sim.CellPlants}, {@link io.pfs.sim.SlicePlants}, {@link
 *       io.pfs.sim.ClusterPlants}, {@link io.pfs.sim.HistoryPlants}, {@link io.pfs.sim.RightsPlants}, {@link
 *       io.pfs.sim.LeasePlants}: bugs that it must find.
 *   <li>{@link io.pfs.sim.Tally}: what happened: every fault class, crash, split, checkpoint.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>One seed, one history: the trace hash is the same in every run, JVM and machine.
 *   <li>An outcome is ok, failed or unknown; acknowledged means in the recovered state or superseded; unknown may be
 *       either, whole.
 *   <li>Histories draw from a child of the seed of their own, and have a world of their own: they shift nothing else. So do paths.
 *   <li>A seed with one server has the history that it had before there were clusters, as long as the engine does the same.
 *   <li>Audits look at all servers together, so there is none while one of them is down. While one is made, no disk fails and
 *       nothing is cut off; what clients had asked before comes to its end first.
 *   <li>While a process sleeps, nothing of it happens; when it wakes, all that was due comes at once, in its order.
 *   <li>A fault is only planted where the product promises to bear or to detect it.
 * </ul>
 */
@NullMarked
package io.pfs.sim;

import org.jspecify.annotations.NullMarked;
