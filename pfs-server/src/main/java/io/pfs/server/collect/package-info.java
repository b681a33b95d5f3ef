/**
 * Copies the cells of a group's rows: out of the journal before a checkpoint, and out of segments that are mostly garbage. Which
 * segments those are, {@code io.pfs.server.gc} knows.
 *
 * <h2>Classes</h2>
 *
 * <ul>
 *   <li>{@link io.pfs.server.collect.CellSpace}: the segments of a group; {@link io.pfs.server.collect.CountKeeping}: what is counted of them; {@link io.pfs.server.collect.CollectionStart}: begins collections that nobody asked for; {@link io.pfs.server.collect.CollectedShard}: a shard as
 *       they see it.
 *   <li>{@link io.pfs.server.collect.CellFlush}, {@link io.pfs.server.collect.FlushStep}: copy what the journal alone has.
 *   <li>{@link io.pfs.server.collect.SegmentGc}: a collection; {@link io.pfs.server.collect.GcStep}: a piece of it, {@link
 *       io.pfs.server.collect.GcRow}: a row of that, {@link io.pfs.server.collect.GcPace}: its rests. {@link
 *       io.pfs.server.collect.SegmentCollection} is what others see of it.
 *   <li>{@link io.pfs.server.collect.CellMoves}: lets rows point to copies.
 *   <li>{@link io.pfs.server.collect.FileTrail}, {@link io.pfs.server.collect.Whereabouts}: find rows that bear other names than
 *       their cells say; {@link io.pfs.server.collect.TableParts}: finds the shard of a name in a group.
 *   <li>{@link io.pfs.server.collect.LoanReturns}: gives back segments of other servers.
 *   <li>{@link io.pfs.server.collect.IndirectSettling}: counts what indirect records of rows that are gone led to.
 *   <li>{@link io.pfs.server.collect.Recount}: counts everything anew, for checks.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>A cell is moved only while its name is held and its row still points to it. A segment is deleted by what {@code
 *       io.pfs.server.gc} says; who comes too late to read it looks up the place again.
 *   <li>A row points to the copy of a cell only if it still is as it was when that was copied; its name is held from the look
 *       until that is durable.
 *   <li>A record that makes a row point to a cell in a segment, or no longer point to it, says so in a {@code CellsCounted}
 *       of its own; a change that moves a row from name to name counts nothing, but for one that comes from another server or goes to
 *       one.
 *   <li>The journal is kept from where the last whole count of all segments begins to be needed.
 * </ul>
 *
 * <p>Thread: the loop of its group; files are read and written on workers. Uses {@code io.pfs.server.access}, {@code
 * io.pfs.server.loan}, {@code io.pfs.server.cell}, {@code io.pfs.server.gc}; used by {@code io.pfs.server.names} and {@code io.pfs.server.shard}.
 */
@NullMarked
package io.pfs.server.collect;

import org.jspecify.annotations.NullMarked;
