/**
 * Column segments: the files of the pool that hold the bytes of cells, and the record that holds the places of a row's
 * further cells. It does not know which cells are alive, nor when they are written or moved: that is the shard's, and the
 * journal's.
 *
 * <h2>Classes, in the order bytes pass them</h2>
 *
 * <ul>
 *   <li>{@link io.pfs.server.column.CellBody}: a cell's bytes as they will be stored ({@link
 *       io.pfs.server.column.CellCodec}), with their checksums.
 *   <li>{@link io.pfs.server.column.CellLabel}, {@link io.pfs.server.column.CellKey}: whose they are.
 *   <li>{@link io.pfs.server.column.SegmentWriter}: collects cells in a {@code CellBatch}, writes, forces and ends segments
 *       ({@link io.pfs.server.column.Segment}), whose ids come from {@link io.pfs.server.column.SegmentIds}.
 *   <li>{@link io.pfs.server.column.CellHeader}: what stands before a cell's bytes.
 *   <li>{@link io.pfs.server.column.SegmentSummary}: what stands behind the last of them.
 *   <li>{@link io.pfs.server.column.OpenSegments}, {@link io.pfs.server.column.SegmentFile}: segments to be read.
 *   <li>{@link io.pfs.server.column.CellReader}: one cell, or part of one, by its location. {@link
 *       io.pfs.server.column.CellCache}: those that are read again and again.
 *   <li>{@link io.pfs.server.column.CellRun}: cells that lie near each other, by one read.
 *   <li>{@link io.pfs.server.column.SegmentScan}: all of them ({@link io.pfs.server.column.FoundCell}), through a {@code
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
 *   <li>No byte of a cell is returned that was not checked against a checksum, and no cell that is not the one asked for.
 *   <li>A record counts only where it was written. Its checksum is mixed with the segment's id, its own offset and the
 *       owner of the file, so that a copy of it elsewhere is none; and as the owner is 64 random bits that no client is
 *       told, who has not read the file itself can't make a cell whose bytes would pass for a record if the header before
 *       them rots.
 *   <li>Nothing is allocated by a length that was not checked against {@code Limits.CELL_BYTES_MAX}.
 * </ul>
 *
 * <h2>Bytes</h2>
 *
 * Numbers are as in {@code io.pfs.format}. Records begin at multiples of eight.
 *
 * <pre>
 * name    column-%012x, the segment's id, 1 or more
 * file    := header (io.pfs.format, kind COLU, file id: the segment's), record*, [summary, footer]
 *
 * record                                       summary (24 bytes)
 *  0  4  magic 50 46 53 CE                      0  4  magic 50 46 53 CF
 *  4  4  sum of the header: of bytes 8 to       4  4  sum of bytes 8 to 23
 *        the end of the sums of the chunks      8  8  owner, as in the header
 *  8  8  table                                 16  8  records
 * 16  8  hash of the row's name
 * 24  8  file id                               footer (io.pfs.format): its length is
 * 32  3  column                                that of header, records and summary
 * 35  3  length of the cell
 * 38  3  stored length                         sum := CRC-32C, exclusive or the CRC-32C of its place:
 * 41  1  codec: 0 plain, 1 an LZ4 block               u64 owner, u64 segment id, u64 offset of the
 * 42  6  version of the row                           record or summary
 * 48     CRC-32C of each chunk of 64 KiB
 *        of the stored bytes
 *  .     stored bytes, zeros up to a multiple of eight
 *
 * indirect record  := u8 version (1), varint cells, cell*, columns ascending
 * cell             := varint (column - (column before + 1)) * 2 + (1 if the segment is another than before),
 *                     [zigzag segment - segment before], zigzag offset - predicted, varint length
 * </pre>
 *
 * <p>The framing of a cell of up to 64 KiB is 52 bytes. Chunks have sums of their own so that part of a big cell can be read
 * and be known to be right. A plain cell's lengths are equal; a block is shorter than the cell. Before the first cell of an
 * indirect record stand column -1, segment 0, offset 0, length 0; predicted is the offset at which the cell before ends, or 0
 * in another segment. It is stored as a cell of column {@code Schema.INDIRECT}.
 *
 * <p>A segment that was not sealed, because the process ended or a write failed, has no summary and no footer; its cells
 * count like any others. If its header is damaged, the owner is taken from the summary; a segment without both is refused.
 *
 * <p>What GC needs lies with the data: each record says whose it is, so that the one shard that has the row can be asked
 * whether it still points here; the summary says of how many bytes and records the garbage is a part. How many of them
 * are alive changes with every write, so it is not in a file that does not change, but counted by the shards.
 *
 * <p>A reader of a location refuses what is damaged, or is not the cell that it expects: file id, column and length. It does
 * not look at the table, since rows move between tables and their cells stay. A scan goes from multiple of eight to
 * multiple of eight until a whole header for just this place stands there. Then it passes over the whole record, even if its
 * bytes are damaged. What lies between records is reported.
 *
 * <p>Version 1 of kind {@code COLU}, 1 of the indirect record: the first. Bound by {@code golden/segment-v1.hex}, {@code
 * golden/big-cell-header-v1.hex} and {@code golden/indirect-v1.hex}.
 *
 * <p>Thread: adding cells, handing them over, taking and giving files on the loop; what blocks belongs on a worker, one at a
 * time for a writer and for a file. Uses {@code io.pfs}, {@code io.pfs.row}, {@code io.pfs.table}, {@code io.pfs.format},
 * {@code io.pfs.pool}, {@code io.pfs.env}, {@code io.pfs.server.lz4}; used by shards.
 */
@NullMarked
package io.pfs.server.column;

import org.jspecify.annotations.NullMarked;
