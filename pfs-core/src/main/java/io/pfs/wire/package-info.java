/**
 * What can be asked of a server and what it answers, as values. It does not know how they travel.
 *
 * <ul>
 *   <li>{@link io.pfs.wire.Envelope}: a request on its way: its id, its client's window, the shard it is meant for; {@link io.pfs.wire.Asker}: in whose name.
 *   <li>{@link io.pfs.wire.Request}: the sealed set. Rows: {@link io.pfs.wire.RowEdit}, {@link io.pfs.wire.NewRow},
 *       {@link io.pfs.wire.Expected}. Large cells: {@link io.pfs.wire.ObjectTicket}, {@link io.pfs.wire.ObjectPut}, {@link
 *       io.pfs.wire.ObjectPrefix}. Tables: {@link io.pfs.wire.TableChange}.
 *   <li>{@link io.pfs.wire.Connection}: takes {@link io.pfs.wire.Call}s to a server and tells its {@link
 *       io.pfs.wire.FileSystemFacts}.
 *   <li>{@link io.pfs.wire.PoolPlace}, {@link io.pfs.wire.CellFile}: how a client beside a pool finds cells and reads them itself.
 *   <li>{@link io.pfs.wire.LeaseHolder}, {@link io.pfs.wire.LeaseRecall}: how leases on rows of directories are wanted back.
 *   <li>{@link io.pfs.wire.ClusterDeed}, {@link io.pfs.wire.ClusterPicture}, {@link io.pfs.wire.SeatMove}, {@link io.pfs.wire.SeatTrouble}: servers that come and go, who has which
 *       seats, and who can't open which.
 *   <li>{@link io.pfs.wire.Reply}: the sealed set of answers; {@link io.pfs.wire.FoundRow}, {@link io.pfs.wire.TableView}.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>A request that changes something is done once, however often it arrives: it is known by its id.
 *   <li>All that one request changes becomes visible at once, or nothing of it does.
 *   <li>An object is begun, written piece by piece and sealed; then one edit refers to it, and it is a cell like any. Until
 *       then it is nothing that anybody sees. If its server is gone, its writer can begin another one with what it has.
 *   <li>Everything here was checked against its limit when it was made.
 * </ul>
 *
 * <p>Thread: any. Byte arrays are handed over, not copied: who sent one never changes it again, who got one owns it. So a
 * server that keeps the bytes of a cell in memory answers with a copy. Uses {@code io.pfs}, {@code io.pfs.hash}, {@code
 * io.pfs.row}, {@code io.pfs.table}; used by shards, clients and {@code io.pfs.wire.codec}, which knows their bytes.
 */
@NullMarked
package io.pfs.wire;

import org.jspecify.annotations.NullMarked;
