/**
 * Objects: the files of the pool that hold one large cell each. It knows how their bytes stand, not who points to them, nor
 * when they are begun or deleted: that is the shard's, and the journal's.
 *
 * <h2>Classes, in the order bytes pass them</h2>
 *
 * <ul>
 *   <li>{@link io.pfs.server.object.ObjectLabel}: for whom an object was begun.
 *   <li>{@link io.pfs.server.object.ObjectWriter}: takes bytes as they come and writes them in chunks, then the end.
 *   <li>{@link io.pfs.server.object.ObjectFile}: names, sizes, and where the chunks stand.
 *   <li>{@link io.pfs.server.object.ObjectReader}: a part of an object, by the location of the cell.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>An object is garbage until a change in the journal points at it; nothing points at more of it than was forced.
 *   <li>Bytes that were written never change: who was told of some of an object may read them while more are written behind.
 *   <li>After a write failed nothing more is written to its file, and it is never sealed.
 *   <li>Ids are those of segments: an id is given once, to one of them. So objects are counted and deleted like segments.
 *   <li>No byte is returned that was not checked against a checksum. That is mixed with the object's id, the chunk's place
 *       and the owner of the file, as in a segment, so a chunk counts only where it was written.
 *   <li>No more than a piece of an object is ever in memory.
 * </ul>
 *
 * <h2>Bytes</h2>
 *
 * Numbers are as in {@code io.pfs.format}.
 *
 * <pre>
 * name    object-%012x, its id, 1 or more
 * file    := header (io.pfs.format, kind OBJE, file id: the object's), label, chunk*, footer
 *
 * label (24 bytes)                             chunk
 *  0  8  table                                  0     bytes: 64 KiB, of the last chunk what is left
 *  8  8  hash of the row's name                 .  4  sum of the bytes
 * 16  4  column
 * 20  4  sum of bytes 0 to 19                  footer (io.pfs.format): its length is
 *                                              that of all before it
 * sum := CRC-32C, exclusive or the CRC-32C of its place: u64 owner, u64 object id, u64 offset of the label or chunk
 * </pre>
 *
 * <p>A file without a footer was not sealed. A row may point to what it begins with, as it was forced; the sum of those of these
 * bytes that fill no chunk stands in the location (see {@code io.pfs.row}), made of the sum that the chunk would have if it ended
 * there. What stands behind is nobody's, and may be torn. The label says for whom the object was begun; a row that
 * was renamed keeps it. A file id is not in it: that of a new row is given when the row is.
 *
 * <p>Version 2 of kind {@code OBJE}: sums stand behind the bytes. In version 1, which is not read any more, they stood before
 * them, so that a chunk could not be written before all of it was there. Bound by {@code golden/object-v2.hex}.
 *
 * <p>Thread: blocks, so a worker's; one at a time for a writer and for a file. Uses {@code io.pfs}, {@code io.pfs.row}, {@code
 * io.pfs.format}, {@code io.pfs.pool}, {@code io.pfs.server.column}; used by {@code io.pfs.server.gc}, shards and
 * inspection.
 */
@NullMarked
package io.pfs.server.object;

import org.jspecify.annotations.NullMarked;
