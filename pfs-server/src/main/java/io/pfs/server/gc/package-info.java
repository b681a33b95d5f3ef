/**
 * What is needed of each segment, and which segments are worth collecting. It decides nothing about rows and changes none:
 * the shards do, with what is offered here.
 *
 * <h2>Classes, in the order a cell's life passes them</h2>
 *
 * <ul>
 *   <li>{@link io.pfs.server.gc.SegmentFiles}: which segments there are; gives out their ids.
 *   <li>{@link io.pfs.server.gc.OpenWrites}: who has written cells that the journal may still come to refer to.
 *   <li>{@link io.pfs.server.gc.CellTally}: what one record of the journal adds to segments and takes from them.
 *   <li>{@link io.pfs.server.gc.SegmentCounts}: what all of them amount to.
 *   <li>{@link io.pfs.server.gc.CountSnapshot}: the same, as records of the journal, so that the older ones can go.
 *   <li>{@link io.pfs.server.gc.GcGoal}, {@link io.pfs.server.gc.GcChoice}: which segments are collected.
 *   <li>{@link io.pfs.server.gc.SegmentRead}, {@link io.pfs.server.gc.ScannedCell}: a piece of one of them.
 *   <li>{@link io.pfs.server.gc.GcCounters}: what was done.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>Counts are those of the durable part of the journal. What a record counts stands in it, since whoever decides it
 *       knows the row as it was, and replay does not: after a recovery they are exact, and no segment and no slice was
 *       read for them.
 *   <li>A cell weighs the bytes of its record if that is stored as it is; its location tells them. A squeezed cell takes
 *       less, so garbage is a share, and bytes are bounds.
 *   <li>An object is counted like a segment with one cell. It is deleted when nothing counts in it, and never copied.
 *   <li>Each slot of a row, and each cell that an indirect record leads to, is counted once, as long as the row is there.
 *       That of a removed row whose record nobody has read yet is counted until somebody has ({@code IndirectLeft}).
 *   <li>A segment is deleted when it is not written any more, nothing counts in it, every ticket from before that is back,
 *       and a record of the journal that says so ({@code SegmentsDropped}) is forced: with it is what took the last cell
 *       out of it, and no record whose outcome was unknown can come back any more. Then its readers finish.
 *   <li>A segment with a file and without a count is garbage of this or an earlier incarnation: it is collected like any.
 *   <li>An id is not given twice, though its file is gone: counts remember the highest.
 * </ul>
 *
 * <p>The counts of all shards of a loop are one table, and not one a shard, as hundreds of shards write to the same
 * segment. So a snapshot says for each shard how far its records are counted; replay counts a record if the snapshot does
 * not cover it, whether the shard's own state needs it or not, and the journal is kept from there.
 *
 * <p>Thread: the loop; {@link io.pfs.server.gc.SegmentRead} runs on a worker. Uses {@code io.pfs}, {@code io.pfs.row},
 * {@code io.pfs.pool}, {@code io.pfs.server.change}, {@code io.pfs.server.column}, {@code io.pfs.server.object}; used by {@code io.pfs.server.shard}.
 */
@NullMarked
package io.pfs.server.gc;

import org.jspecify.annotations.NullMarked;
