/**
 * Files of the pool that hold the bytes of cells: segments, of many cells, and objects, of one large cell each; how they stand
 * there, and how they are read. It does not know which cells are alive, nor who writes and deletes the files: that is a server's. Whoever can
 * open these files reads them with what is here: servers, and clients beside the pool.
 *
 * <h2>Classes, in the order bytes pass them</h2>
 *
 * <ul>
 *   <li>{@link io.pfs.cell.Segment}: which segment, or object, and who wrote it; {@link io.pfs.cell.ObjectFile}: where the chunks of an
 *       object stand.
 *   <li>{@link io.pfs.cell.OpenSegments}, {@link io.pfs.cell.SegmentFile}: such files to be read.
 *   <li>{@link io.pfs.cell.CellHeader}: what stands before the bytes of a cell in a segment, with its {@link io.pfs.cell.CellLabel}, {@link
 *       io.pfs.cell.CellKey} and {@link io.pfs.cell.CellCodec}; {@link io.pfs.cell.ObjectLabel}: for whom an object was begun; {@link
 *       io.pfs.cell.SegmentSummary}: what stands behind the last cell of a segment.
 *   <li>{@link io.pfs.cell.CellReader}: one cell, or part of one, by its location; {@link io.pfs.cell.CellRun}: cells that lie near each
 *       other, by one read; {@link io.pfs.cell.ObjectReader}: a part of an object.
 *   <li>{@link io.pfs.cell.Unpacker}: how compressed cells are brought back, if at all.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>No byte of a cell is returned that was not checked against a checksum, and no cell that is not the one asked for.
 *   <li>A record counts only where it was written. Its checksum is mixed with the segment's id, its own offset and the
 *       owner of the file, so that a copy of it elsewhere is none; and as the owner is 64 random bits that no client is
 *       told, who has not read the file itself can't make a cell whose bytes would pass for a record if the header before
 *       them rots. So it is with the chunks of an object.
 *   <li>Bytes that a row points to never change while their file is there, and no other file ever gets its name: ids are given once, to a
 *       segment or an object, also over restarts.
 *   <li>Nothing is allocated by a length that was not checked against {@code Limits.CELL_BYTES_MAX}.
 * </ul>
 *
 * <h2>Bytes of a segment</h2>
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
 * </pre>
 *
 * <p>The framing of a cell of up to 64 KiB is 52 bytes. Chunks have sums of their own so that part of a big cell can be read
 * and be known to be right. A plain cell's lengths are equal; a block is shorter than the cell.
 *
 * <p>A segment that was not sealed, because the process ended or a write failed, has no summary and no footer; its cells
 * count like any others. If its header is damaged, the owner is taken from the summary; a segment without both is refused.
 *
 * <p>A reader of a location refuses what is damaged, or is not the cell that it expects: file id, column and length. It does
 * not look at the table, since rows move between tables and their cells stay. A scan goes from multiple of eight to
 * multiple of eight until a whole header for just this place stands there. Then it passes over the whole record, even if its
 * bytes are damaged. What lies between records is reported.
 *
 * <p>Version 1 of kind {@code COLU}: the first. Bound by {@code golden/segment-v1.hex} and {@code golden/big-cell-header-v1.hex}.
 *
 * <h2>Bytes of an object</h2>
 *
 * <pre>
 * name    object-%012x, its id, 1 or more
 * file    := header (io.pfs.format, kind OBJE, file id: the object's), label, chunk*, footer
 *
 * label (32 bytes)                             chunk
 *  0  8  table                                  0     bytes: 64 KiB, of the last chunk what is left
 *  8  8  hash of the row's name                 .  4  sum of the bytes
 * 16  4  column
 * 20  8  proof
 * 28  4  sum of bytes 0 to 27                  footer (io.pfs.format): its length is
 *                                              that of all before it
 * sum := CRC-32C, exclusive or the CRC-32C of its place: u64 owner, u64 object id, u64 offset of the label or chunk
 * </pre>
 *
 * <p>A file without a footer was not sealed. A row may point to what it begins with, as it was forced; the sum of those of these
 * bytes that fill no chunk stands in the location (see {@code io.pfs.row}), made of the sum that the chunk would have if it ended
 * there. What stands behind is nobody's, and may be torn. The label says for whom the object was begun; a row that
 * was renamed keeps it. A file id is not in it: that of a new row is given when the row is. The proof is the first half of
 * the ticket by which its writer knows it, or random if nobody does: who shows the ticket may begin another object of the same cell with the whole
 * chunks of this one.
 *
 * <p>Version 3 of kind {@code OBJE}: with a proof. Version 2 had none; in version 1 sums stood before the bytes, so that a
 * chunk could not be written before all of it was there. Neither is read any more. Bound by {@code golden/object-v3.hex}.
 *
 * <p>Thread: opening and reading block, so a worker's; one at a time for a file. Uses {@code io.pfs}, {@code io.pfs.row}, {@code
 * io.pfs.format}, {@code io.pfs.pool}; used by servers and clients.
 */
@NullMarked
package io.pfs.cell;

import org.jspecify.annotations.NullMarked;
