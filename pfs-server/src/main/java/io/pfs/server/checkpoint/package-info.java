/**
 * Writes the slices of a group's shards to the metadata log, and brings the shards back from there and from the journal. When it
 * is time to write, {@code io.pfs.server.shard} says.
 *
 * <h2>Classes, in the order a round passes them</h2>
 *
 * <ul>
 *   <li>{@link io.pfs.server.checkpoint.Checkpoints}: starts rounds; {@link io.pfs.server.checkpoint.CheckpointSource}: a shard
 *       as they see it.
 *   <li>{@link io.pfs.server.checkpoint.CheckpointRun}: one round; {@link io.pfs.server.checkpoint.CheckpointPart}: what it has
 *       to do for one shard. {@link io.pfs.server.checkpoint.Due} says which slices may wait for a later round, {@link
 *       io.pfs.server.checkpoint.Fullest} which hold most.
 *   <li>{@link io.pfs.server.checkpoint.CheckpointWriting}: slices on their way; {@link io.pfs.server.checkpoint.SliceCopies},
 *       {@link io.pfs.server.checkpoint.SliceCopy}: slices as they were, which {@link io.pfs.server.checkpoint.RecordMaker}
 *       encodes on a worker; {@link io.pfs.server.checkpoint.MadeRecord}: slices that only need a place; {@link
 *       io.pfs.server.checkpoint.Written}: what became of one.
 *   <li>{@link io.pfs.server.checkpoint.BoostLog}, {@link io.pfs.server.checkpoint.BoostParts}: tell the boost index.
 *   <li>{@link io.pfs.server.checkpoint.MetadataSpace}, {@link io.pfs.server.checkpoint.SpaceRewrites}: take back the space of
 *       the metadata log.
 *   <li>{@link io.pfs.server.checkpoint.Recovery}: the way back; {@link io.pfs.server.checkpoint.RecoveredSlices}, {@link
 *       io.pfs.server.checkpoint.ScannedSlices}: where slices are stored; {@link io.pfs.server.checkpoint.RecoveryReport}: what
 *       was found.
 *   <li>{@code PoolAtRest}: the pool while the way back is gone, of which little is asked.
 *   <li>{@code FirstLook}: what has to be known of the journal before it is replayed; {@link io.pfs.server.checkpoint.Apart}: shards of which that can't
 *       be known, or not all; {@link io.pfs.server.checkpoint.Lost}: what becomes of those whose records are lost; {@link
 *       io.pfs.server.checkpoint.Salvage}: what is left of them when that is given up.
 *   <li>{@code GivenUpSlices}: slices that storage does not give, when that is given up, each of which is a {@code GivenUpSlice}; {@code OldRows}: those of
 *       their rows of which nobody knows what became of them; {@link io.pfs.server.checkpoint.LeadingRows}: those of directories, which are put back.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>A checkpoint counts by its record alone, from then on, as far as the files reach that it names. A slice born while it
 *       runs is part of it, since its parent may be written after the split.
 *   <li>While a part of a round has written a slice and does not count yet, the slice keeps its place.
 *   <li>A file that a checkpoint record names is not deleted, nor one that a record names which the journal may hold.
 *   <li>A slice that is set aside lacks nothing from before the last checkpoint's place of replay; the journal is kept from
 *       where it lacks. None is while a slice has gone since then that a replay would need as it was, and of one that storage never had it meets all or nothing.
 *   <li>A record's sequence is one more than the last of its shard; replay refuses a gap, unless the journal has lost something: then that shard is set
 *       apart, or what it lacks was given up.
 *   <li>A slice that is given up keeps its key, its depth and its sequence; it is written as an image with the next checkpoint, and counts with that.
 *   <li>While a shard is set apart nothing is deleted that it may need, whether anybody else does or not, and no counts are journaled: they would
 *       hide that some are lost.
 * </ul>
 *
 * <p>Thread: the loop of its group; encoding, reading and writing happen on workers. A recovery runs before there is a loop, and
 * blocks. Uses {@code io.pfs.server.state}, the journal, the metadata log and the boost index; used by {@code
 * io.pfs.server.shard}.
 */
@NullMarked
package io.pfs.server.checkpoint;

import org.jspecify.annotations.NullMarked;
