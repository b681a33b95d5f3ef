/**
 * The cells of a group's rows on their way to segments and objects, and back. How they stand there it leaves to {@code
 * io.pfs.server.column} and {@code io.pfs.server.object}; what rows point to, to who journals it.
 *
 * <h2>Classes, in the order a cell passes them</h2>
 *
 * <ul>
 *   <li>{@link io.pfs.server.cell.RowPlan}: what an edit makes of a row; {@link io.pfs.server.cell.RowDrop}: what goes with one
 *       that is removed or replaced. Both say what the record counts.
 *   <li>{@link io.pfs.server.cell.EmbedRule}: which cells travel in the record of their edit.
 *   <li>{@link io.pfs.server.cell.CellStage}: brings the cells of an edit to where they will be.
 *   <li>{@link io.pfs.server.cell.CellIngest}: takes them to a segment, many with one force. {@link
 *       io.pfs.server.cell.SegmentStreams}: the segments that are written now; {@link io.pfs.server.cell.Regroup}: where
 *       collected cells go.
 *   <li>{@link io.pfs.server.cell.ObjectWrites}, {@link io.pfs.server.cell.OpenObject}: large cells, before an edit refers to
 *       them. {@code ObjectFillings}, {@code ObjectTransfer}: those that begin with a part of another one; {@code LeftObjects}: others may begin with a part of
 *       these.
 *   <li>{@link io.pfs.server.cell.CellStore}: reads cells; {@link io.pfs.server.cell.CellGather}: those of some rows, from
 *       wherever they are.
 *   <li>{@link io.pfs.server.cell.RowCopy}: a row while cells of it are copied; {@link io.pfs.server.cell.RowCarrier}: one that
 *       leaves its shard.
 *   <li>{@link io.pfs.server.cell.SegmentDeletion}: deletes segments once nobody reads them.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>Cells in a segment are garbage until a record of the journal refers to them, and forced before it does.
 *   <li>Whoever adds cells to a segment holds a ticket of {@code OpenWrites} until the outcome of his record is known.
 *   <li>An object is not collected from its begin until the outcome of the edit that refers to it is known, or until it is
 *       given up. At most one edit refers to it.
 * </ul>
 *
 * <p>Thread: the loop of its group; reading, writing and forcing files happens on workers, which touch nothing else. Uses {@code
 * io.pfs.server.state} and what is below; used by {@code io.pfs.server.shard}.
 */
@NullMarked
package io.pfs.server.cell;

import org.jspecify.annotations.NullMarked;
