/**
 * Sorted runs: keys and what is behind them, as somebody had them of each shard at one moment, in a file of the pool. What they mean, and whether
 * they still hold, its reader knows.
 *
 * <ul>
 *   <li>{@link io.pfs.server.run.RunWriter}: writes a run, shard by shard.
 *   <li>{@link io.pfs.server.run.RunFile}: one that was written to its end; {@link io.pfs.server.run.RunPart}: what it has of a shard;
 *       {@link io.pfs.server.run.RunCursor}: goes through that.
 *   <li>{@code RunDirectory}, {@code RunBlock}, {@code RunEntries}: the bytes; {@code RunWindow} reads them in long pieces.
 *   <li>{@link io.pfs.server.run.RunFiles}: which are there; {@link io.pfs.server.run.NewestRun}: which of them counts.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>A run without a footer, or whose directory is damaged, is none.
 *   <li>Whoever goes through a part to its end has seen each of its entries as it was written, and no other: else it is refused.
 *   <li>A reader has in memory 1 MiB of the file, or one block if that is longer, beside a block as it was before it was compressed; a writer
 *       has a block in both forms. A block is 64 KiB and the entry that ends it, however long. Both have the directory.
 *   <li>All that is in a run can be made anew from what it was made of.
 * </ul>
 *
 * <h2>Bytes</h2>
 *
 * <pre>
 * name      run-%016x, the file id
 * file      := header (io.pfs.format, kind RUNS), block*, directory, tail, footer (io.pfs.format)
 * block     := u32 length before it was compressed, u32 length of the rest, u32 CRC-32C of these 8 bytes and the rest,
 *              an LZ4 block of: entry*
 * entry     := varint bytes that its key shares with the one before, varint further bytes, these, varint length, value
 * directory := like a block, of: u64 file id, varint parts, part*
 * part      := varint shard, varint length, state, varint length of its blocks, varint entries, u32 sum
 * sum       := 0, and for each block the CRC-32C of u32 sum before it, u32 checksum of the block
 * tail      := u64 offset of the directory, u32 CRC-32C of that
 * </pre>
 *
 * <p>Shards ascend, and so do the keys of a shard, as unsigned bytes. The first key of a part shares nothing; the blocks of the parts
 * follow one another, and no block has entries of two shards. What {@code io.pfs.server.indexing} writes: entries and states are those of {@code
 * io.pfs.server.tag}, without the key of the state.
 *
 * <p>Version 1: the first. Bound by {@code golden/run-v1.hex}.
 *
 * <p>Thread: one at a time, a worker; all of it blocks. Uses {@code io.pfs}, {@code io.pfs.format}, {@code io.pfs.pool}, {@code
 * io.pfs.server.lz4}; used by {@code io.pfs.server.indexing} and by who only looks.
 */
@NullMarked
package io.pfs.server.run;

import org.jspecify.annotations.NullMarked;
