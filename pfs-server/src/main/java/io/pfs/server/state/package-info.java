/**
 * What the durable part of the journal amounts to: tables with their slices, cells that only the journal has, parts in
 * procedures. It decides nothing and journals nothing; {@code io.pfs.server.shard} does, and applies here what is durable.
 *
 * <h2>Classes, from the whole to its parts</h2>
 *
 * <ul>
 *   <li>{@link io.pfs.server.state.GroupContext}: what a group of shards stands on; {@link
 *       io.pfs.server.state.GroupCounters}: how often things happened in it.
 *   <li>{@link io.pfs.server.state.ShardState}: one shard. {@code apply()} is the one way in which it changes, live and at
 *       replay; {@code SliceChanges} applies what is about whole slices.
 *   <li>{@link io.pfs.server.state.RowFollower}: hears of what is applied to rows.
 *   <li>{@link io.pfs.server.state.Tables}: which tables there are, as their {@link io.pfs.server.state.TableRows} say; {@link io.pfs.server.state.TableState}: one of them;
 *       {@link io.pfs.server.state.KnownSchemas}: schemas that were asked for lately.
 *   <li>{@link io.pfs.server.state.HeldSlice}: a slice, with its rows or without them. {@code SliceTally}: what it takes of the memory; {@code AwaitedRows}: who
 *       waits for its rows; {@code MissedChanges}: what it lacks since it could not be read.
 *   <li>{@link io.pfs.server.state.SliceMemory}: keeps rows, overlays and filters within a budget.
 *   <li>{@link io.pfs.server.state.SliceLoader}, {@link io.pfs.server.state.StorageLoader}: bring rows back; {@link
 *       io.pfs.server.state.SliceFetch}: what a checkpoint reads of a slice instead. Each has a {@code StorageReading} of its own, {@code
 *       ReadingToLoad} or {@code ReadingToWrite}; {@code ReadingOfRemains} brings {@link io.pfs.server.state.SliceRemains}, of one that can't be read whole. {@link
 *       io.pfs.server.state.DeltaShare}: when a delta will do.
 *   <li>{@link io.pfs.server.state.StoredSlices}: what is on storage, and in which files ({@link
 *       io.pfs.server.state.FileUse}); {@link io.pfs.server.state.GoneSlices}: that of slices that went.
 *   <li>{@link io.pfs.server.state.CellWindow}: cells that the journal alone holds; {@link io.pfs.server.state.CellBacklog}: what they take, and when they are to be copied.
 *   <li>{@link io.pfs.server.state.Intents}: parts in procedures, by the names of their rows; {@link
 *       io.pfs.server.state.LoanRows}: those of them that are loans; {@link
 *       io.pfs.server.state.AdoptedSlices}: what another shard has by now; {@link
 *       io.pfs.server.state.HashedName}: a name as changes of it are kept apart.
 * </ul>
 *
 * <h2>Invariants</h2>
 *
 * <ul>
 *   <li>State is what is durable: a change is applied after its record was forced, in the order of the journal, so a failed
 *       force leaves nothing to undo, and images hold only forced changes.
 *   <li>A slice passes over changes that it has already, so replay may begin before an image.
 *   <li>A slice is let go only when storage has all of it, or but for what changed since its image.
 *   <li>The window holds every cell that a row points to and no segment has. A place in the journal that no row points to is
 *       never pointed to again.
 *   <li>A table of tables, and one of intents, is always in memory.
 * </ul>
 *
 * <p>Thread: the loop of its group; {@code StorageLoader} reads on workers. Uses slices, images, the metadata log and the boost
 * index; used by {@code io.pfs.server.cell}, {@code io.pfs.server.checkpoint}, {@code io.pfs.server.shard}.
 */
@NullMarked
package io.pfs.server.state;

import org.jspecify.annotations.NullMarked;
