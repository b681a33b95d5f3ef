/**
 * The rows of a slice in memory: found, changed, walked in order, split. Not how they get to storage (that is {@code
 * io.pfs.server.metadata}) and not when they may change (that is the shard).
 *
 * <ul>
 *   <li>{@link io.pfs.server.slice.SliceDirectory}: from a hash to what a table has for its slice.
 *   <li>{@link io.pfs.server.slice.SliceApply}: the one way in which a change reaches a slice.
 *   <li>{@link io.pfs.server.slice.SlicePlace}: a slice as its shard holds it, loaded, not, or not to be read. Without the rows, changes go
 *       to an overlay, and lookups are answered by the overlay, else by the filter, else by loading.
 *   <li>{@link io.pfs.server.slice.Slice}: rows and removed names, what changed since the newest image, split and merge.
 *       Its array is kept by {@code PackedRows}; {@code Entry} is the layout of a row in the arena, {@code Slots} the
 *       table that finds it.
 *   <li>{@link io.pfs.server.slice.RowTouch}: has memory bring what many lookups will need, before the first of them.
 *   <li>{@link io.pfs.server.slice.RowCursor}: a walk in the order of {@link io.pfs.hash.SliceOrder}.
 *   <li>{@code SplitThreshold}: how full a slice gets, different for each.
 *   <li>{@link io.pfs.server.slice.Replies}: what was answered to requests about names of the slice.
 *   <li>{@link io.pfs.server.slice.NameFilter}: stays in memory when the rows do not.
 * </ul>
 *
 * <h2>Memory</h2>
 *
 * <p>A slice is one array, whatever it holds: the arena. First in it are the slots, open addressing with the place of the
 * entry and a tag of its hash in one int; behind them stand the entries, one behind the other. A lookup fetches the
 * slice, the head of the array, one slot and the entry; most misses end at the slots. Up to {@code Limits.tinyRowsMax}
 * entries there are no slots, and the arena is scanned. More slots means a new array, so they are made with as much slack
 * as the arena.
 *
 * <p>A row keeps its place when its length does not change. Else it is written anew at the end, and the old bytes are
 * dead, until they are worth a copy of the rest. Arenas grow by half, but not beyond what is needed until the split. That
 * makes about 100 bytes a row with a name of 16 bytes and no cells, of which 79 are the entry.
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>A slice at depth r holds only names whose hash ends in the r low bits of its index.
 *   <li>What a slice holds, and in which order cursors give it, follows from the changes applied to it and from nothing
 *       else: replay ends where the first run did.
 *   <li>Applying the changes of one sequence again changes nothing; older ones are passed over. An image holds whole
 *       records, so replay may begin at any record before it.
 *   <li>What of an overlay was copied to be written is not changed in place: what came since stands behind it, and stays when
 *       the rest is left to storage.
 *   <li>Image + changed rows - removed names = the slice. A name is remembered as removed when an image may have it:
 *       always in an overlay, and in a whole slice unless the row came after the image. Reason: names that come and go
 *       between two images must not fill the memory.
 *   <li>A filter never denies a name it was given. It is asked only when its sequence is that of the newest image or
 *       delta; everything later is in the overlay.
 *   <li>Names with the same 64-bit hash are told apart by their bytes, in the slots and in the order.
 * </ul>
 *
 * <h2>Split</h2>
 *
 * <p>One pass over the arena by the next bit of the stored hashes; no name is hashed again. The lower half keeps its
 * image, its changed marks and its removed names; the upper half has no image, so that all of it is changed. A slice is
 * over its threshold by rows, or by bytes long before its image would become too large for storage.
 *
 * <h2>Bytes</h2>
 *
 * <p>Rows have the bytes of {@code io.pfs.row}. The filter has its own, inside the record of whoever stores it, which has
 * the checksum and the version:
 *
 * <pre>
 * filter := varint sequence, bits
 * bits   := varint blocks (1 or more), block* | 0, u8 words (1, 2 or 4), u64*
 * block  := 8 u64: 512 bits, of which a name sets 6
 * </pre>
 *
 * <p>A filter of few names is the beginning of a block; the numbers of its bits are cut to what it has. The block of a name is the upper 32 bits of its hash, scaled to the number of blocks; its bits are six times nine
 * bits of a mixture of the whole hash. 12 bits a name at capacity, less than 1 % wrong answers. Version 1, bound by {@code
 * golden/name-filter-v1.hex}.
 *
 * <p>Thread: the loop that owns the shard. Uses {@code io.pfs}, {@code io.pfs.hash}, {@code io.pfs.format}, {@code
 * io.pfs.server.change}; used by {@code io.pfs.server.metadata} and shards.
 */
@NullMarked
package io.pfs.server.slice;

import org.jspecify.annotations.NullMarked;
