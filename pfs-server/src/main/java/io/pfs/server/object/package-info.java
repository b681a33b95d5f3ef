/**
 * Objects as a server writes them: the files of the pool that hold one large cell each. How their bytes stand, and how they are read, is {@code
 * io.pfs.cell}'s. It does not know who points to them, nor when they are begun or deleted: that is the shard's, and the journal's.
 * {@link io.pfs.server.object.ObjectWriter} takes bytes as they come and writes them in chunks, then the end.
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>An object is garbage until a change in the journal points at it; nothing points at more of it than was forced.
 *   <li>Bytes that were written never change: who was told of some of an object may read them while more are written behind.
 *   <li>After a write failed nothing more is written to its file, and it is never sealed.
 *   <li>Ids are those of segments: an id is given once, to one of them. So objects are counted and deleted like segments.
 *   <li>No more than a piece of an object is ever in memory.
 * </ul>
 *
 * <p>Thread: blocks, so a worker's; one at a time for a writer. Uses {@code io.pfs}, {@code io.pfs.format}, {@code io.pfs.pool},
 * {@code io.pfs.cell}; used by shards.
 */
@NullMarked
package io.pfs.server.object;

import org.jspecify.annotations.NullMarked;
