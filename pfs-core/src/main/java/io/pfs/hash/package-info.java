/**
 * From a name to its slice, as pure functions: the hash of a name, the set of a table's slices, what a split does to it,
 * and the order of rows that splits keep. It knows neither shards nor servers.
 *
 * <h2>Classes, in the order a name meets them</h2>
 *
 * <ul>
 *   <li>{@link io.pfs.hash.Xxh64}, {@link io.pfs.hash.NameHash}: 64 bits of a name, under the table's seed.
 *   <li>{@link io.pfs.hash.SliceBitmap}: which slices exist; the slice of a hash; splits, merges, truncation; bytes.
 *   <li>{@link io.pfs.hash.SplitArithmetic}: children, parents, predecessors, ancestors of slices.
 *   <li>{@link io.pfs.hash.SliceOrder}: the order of rows, and the interval of a slice in it.
 * </ul>
 *
 * <p>Slices are plain numbers here and {@link io.pfs.SliceId} at the borders: a client does this arithmetic for every
 * name.
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>Each hash belongs to exactly one slice of a bitmap, and the intervals of its slices tile the order of rows.
 *   <li>A bitmap holds slice 0 and the predecessor of each of its slices. Both halves of a level are subsets of the level
 *       before, which is how a whole bitmap is checked in one pass over its words.
 *   <li>By an outdated or truncated bitmap a hash leads to an ancestor of its slice, never elsewhere; so that one
 *       correction by a newer one suffices.
 *   <li>Merging is a union: order and repetition don't matter, and the union of all views is the truth.
 * </ul>
 *
 * <h2>Bytes of a bitmap</h2>
 *
 * Level {@code b} is the slices of {@code b} bits, {@code 2^(b-1)} to {@code 2^b - 1}; slice 0 always exists and is not
 * written. A table of a billion rows takes 256 KB, one that is evenly split a few bytes.
 *
 * <pre>
 * 0  1  version, 1
 * 1  1  radix: the bits of the highest slice, at most 24
 * 2     each level from 1 to the radix:
 *       1  form
 *          0 full:   nothing more
 *          1 packed: a bit a slice, lowest first, padded with zeros to a byte
 *          2 listed: varint count; for each slice, varint of the slices left out before it
 * </pre>
 *
 * <p>A full level is written as full, one with at most a 32nd of its slices as listed, any other as packed, and a reader
 * refuses what a writer would have written otherwise: equal bitmaps have equal bytes. It refuses as well an empty level
 * and a slice without its predecessor. The bytes have no checksum of their own; whatever holds them has.
 *
 * <p>Versions: 1, bound by {@code golden/bitmap-v1.hex}.
 *
 * <p>Thread: functions and values any; a bitmap belongs to its owner's. Uses {@code io.pfs}, {@code io.pfs.format}; used
 * by whoever places names: clients, slices, shards, {@code io.pfs.cluster}.
 */
@NullMarked
package io.pfs.hash;

import org.jspecify.annotations.NullMarked;
