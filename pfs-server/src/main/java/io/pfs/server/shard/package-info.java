/**
 * The single-threaded machine that owns slices: it decides what a request changes, has it journaled, applies it once it
 * is durable, then answers; it writes checkpoints and comes back from them. It holds rows; what a cell's bytes are, and
 * which server owns a shard, it does not know.
 *
 * <h2>Classes, in the order a change passes them</h2>
 *
 * <ul>
 *   <li>{@link io.pfs.server.shard.Request}, {@link io.pfs.server.shard.Reply}: what can be asked and answered.
 *   <li>{@link io.pfs.server.shard.ShardGroup}: the shards of one loop, their journal, their metadata log.
 *   <li>{@link io.pfs.server.shard.Shard}: one shard. {@code ClientWindows} and the replies in slices tell a repeated
 *       request; {@code NameHolds} makes whoever asks about a name wait for its change; {@code RowDecisions} decides.
 *   <li>{@code ShardState}: what the durable part of the journal amounts to, and {@code apply}, the one way it changes;
 *       {@code Tables}, {@code TableState}, {@code HeldSlice} are its parts.
 *   <li>{@code SliceMemory}: keeps rows, overlays and filters within a budget.
 *   <li>{@code Checkpoints}, {@code CheckpointRun}, {@code CheckpointPart}: write what storage is behind of, in rounds;
 *       {@code SliceWriter}, {@code Written}: one slice in it. {@code BoostLog}, {@code BoostParts} tell the boost index.
 *   <li>{@code MetadataSpace}, {@code SpaceRewrites}, {@code FileUse}: take back the space of the metadata log.
 *   <li>{@code GroupWorkers}: knows what is under way on workers, which must end before files are closed.
 *   <li>{@code Recovery}, {@code RecoveredSlices}, {@code ScannedSlices}, {@code StoredSlices}, {@code StorageLoader}: the way
 *       back.
 *   <li>{@link io.pfs.server.shard.GroupCounters}: how often things happened.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>State is what is durable: a change is applied after its record was forced, in the order of the journal, so a
 *       failed force leaves nothing to undo, and images hold only forced changes.
 *   <li>An answer leaves after its change was applied. A name with a change on its way is not read.
 *   <li>A record's sequence is one more than the last of its shard; replay refuses a gap.
 *   <li>A checkpoint counts by its record alone, from then on, as far as the files reach that it names. A slice born
 *       while it runs is part of it, since its parent may be written after the split.
 *   <li>A slice is let go only when storage has all of it. While a part of a round has written it and does not count yet, it
 *       keeps its place.
 *   <li>A file that a checkpoint record names is not deleted, nor one that a record names which the journal may hold.
 *   <li>Once a durable record could not be applied, nothing is answered but refusals.
 *   <li>A request is done once: its reply is journaled with its change, filed with the slice of its name, and kept until
 *       its client has it.
 * </ul>
 *
 * <p>Thread: one loop for a group; reading, writing and forcing files happens on workers, which touch nothing else. Uses
 * everything below it in {@code io.pfs.server}, and the seams; used by the server's main and the simulator.
 */
@NullMarked
package io.pfs.server.shard;

import org.jspecify.annotations.NullMarked;
