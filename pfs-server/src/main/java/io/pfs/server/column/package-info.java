/**
 * Segments as a server writes them, goes through them and keeps their cells in memory, and the record that holds the places of a
 * row's further cells. How a segment stands, and how one cell of it is read, is {@code io.pfs.cell}'s. It does not know which cells
 * are alive, nor when they are written or moved: that is the shard's, and the journal's.
 *
 * <h2>Classes, in the order bytes pass them</h2>
 *
 * <ul>
 *   <li>{@link io.pfs.server.column.CellBody}: a cell's bytes as they will be stored, with their checksums.
 *   <li>{@link io.pfs.server.column.SegmentWriter}: collects cells in a {@code CellBatch}, writes ({@code JoinedWrites}), forces and
 *       ends segments, whose ids come from {@link io.pfs.server.column.SegmentIds}.
 *   <li>{@link io.pfs.server.column.CellCache}: cells that are read again and again.
 *   <li>{@link io.pfs.server.column.SegmentScan}: all cells of a segment ({@link io.pfs.server.column.FoundCell}), through a {@code
 *       SegmentWindow}.
 *   <li>{@link io.pfs.server.column.IndirectCells}: from column to location, for the columns that are not direct; {@code
 *       IndirectEncoder} and {@code IndirectCursor} go through its bytes.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>A record is garbage until a change in the journal points at it; nothing points at it before it is forced.
 *   <li>After a write or a force failed, its file is never written or forced again: what follows goes to a new segment.
 *   <li>Ids of segments are given once, also over restarts. Id 0 is none: a location with it is in the journal.
 * </ul>
 *
 * <h2>Bytes</h2>
 *
 * Numbers are as in {@code io.pfs.format}.
 *
 * <pre>
 * indirect record  := u8 version (1), varint cells, cell*, columns ascending
 * cell             := varint (column - (column before + 1)) * 2 + (1 if the segment is another than before),
 *                     [zigzag segment - segment before], zigzag offset - predicted, varint length
 * </pre>
 *
 * <p>Before the first cell of an
 * indirect record stand column -1, segment 0, offset 0, length 0; predicted is the offset at which the cell before ends, or 0
 * in another segment. It is stored as a cell of column {@code Schema.INDIRECT}. Version 1: the first. Bound by {@code golden/indirect-v1.hex}.
 *
 * <p>What GC needs lies with the data: each record of a segment says whose it is, so that the one shard that has the row can be asked
 * whether it still points here; the summary says of how many bytes and records the garbage is a part. How many of them
 * are alive changes with every write, so it is not in a file that does not change, but counted by the shards.
 *
 * <p>Thread: adding cells and handing them over on the loop; what blocks belongs on a worker, one at a
 * time for a writer. Uses {@code io.pfs}, {@code io.pfs.row}, {@code io.pfs.table}, {@code io.pfs.format},
 * {@code io.pfs.pool}, {@code io.pfs.cell}, {@code io.pfs.env}, {@code io.pfs.server.lz4}; used by shards.
 */
@NullMarked
package io.pfs.server.column;

import org.jspecify.annotations.NullMarked;
